import { Producer, stringSerializers } from '@platformatic/kafka';

interface Load {
  truck: string;
  planks: Array<{ length: number; grade: string }>;
}

type Refusal = { truck: string; error: Error };

const producer = new Producer({
  clientId: 'cedar-mill',
  bootstrapBrokers: ['mill:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'cedar-mill',
});

async function publish({ truck, planks }: Load): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: planks.map((plank) => ({ topic: 'mill.planks', key: truck, value: JSON.stringify(plank) })),
    });
  } catch (error) {
    await tx.abort().catch((abortError: unknown) => console.error(`${truck}: abort failed`, abortError));
    throw error;
  }
  await tx.commit();
}

const attempt = (load: Load): Promise<Refusal | undefined> =>
  publish(load).then(
    () => undefined,
    (error: Error) => ({ truck: load.truck, error }),
  );

/** Publishes the loads in the order of their arrival and answers what could not be published. */
export async function publishAll(loads: AsyncIterable<Load>): Promise<Refusal[]> {
  const refused: Refusal[] = [];
  for await (const load of loads) {
    const refusal = await attempt(load);
    if (refusal) refused.push(refusal);
  }
  return refused;
}

export const close = (): Promise<void> => producer.close();
