import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Sample {
  barcode: string;
  analyte: string;
  result: number;
}

type Outcome = { ok: true } | { ok: false; error: Error };

const producer = new Producer({
  clientId: 'lab',
  bootstrapBrokers: ['lab-kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'lab-samples',
});

async function attempt(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return { ok: true };
  } catch (error) {
    return { ok: false, error: error as Error };
  }
}

export async function release(samples: Sample[]): Promise<{ released: number; held: number }> {
  const tx = await producer.beginTransaction();
  let held = 0;
  for (const { barcode, analyte, result } of samples) {
    const outcome = await attempt(() =>
      tx.send({ messages: [{ topic: `lab.${analyte}`, key: barcode, value: String(result) }] }),
    );
    if (!outcome.ok) {
      console.warn(`${barcode} is held back: ${outcome.error.message}`);
      held++;
    }
  }
  await tx.commit();
  return { released: samples.length - held, held };
}
