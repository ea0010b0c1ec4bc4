import { type Consumer, type Message, Producer, stringSerializers } from '@platformatic/kafka';

type StringProducer = Producer<string, string, string, string>;
type Tx = Awaited<ReturnType<StringProducer['beginTransaction']>>;
type Visit = Message<string, string, string, string>;

export function createProducer(bootstrapBrokers: string[]): StringProducer {
  return new Producer({
    clientId: 'dental-records',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'dental-records-0',
  });
}

async function copy(tx: Tx, visit: Visit): Promise<void> {
  const { teeth } = JSON.parse(visit.value) as { teeth: number[] };
  await tx.send({
    messages: teeth.map((tooth) => ({
      topic: 'dental.records',
      key: `${visit.key}/${tooth}`,
      value: visit.value,
    })),
  });
}

export async function record(
  producer: StringProducer,
  consumer: Consumer<string, string, string, string>,
  visits: Visit[],
): Promise<void> {
  const tx: Tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    for (const visit of visits) {
      await copy(tx, visit);
      await tx.addOffset(visit);
    }
  } catch (error) {
    try {
      await tx.abort();
    } catch (abortError) {
      throw new AggregateError([error, abortError], 'visits not rolled back');
    }
    throw error;
  }
  await tx.commit();
}
