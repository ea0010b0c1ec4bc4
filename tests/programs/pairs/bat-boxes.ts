import { Kafka, type Transaction } from 'kafkajs';

type Outcome<T> = { ok: true; value: T } | { ok: false; error: Error };

const failed = (reason: unknown): { ok: false; error: Error } => ({
  ok: false,
  error: reason instanceof Error ? reason : new Error(String(reason)),
});

const kafka = new Kafka({ clientId: 'bat-boxes', brokers: ['bats:9092'] });
const producer = kafka.producer({
  transactionalId: 'bat-boxes-ringing',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = () => producer.connect();

async function begin(): Promise<Outcome<Transaction>> {
  return producer.transaction().then((value) => ({ ok: true as const, value }), failed);
}

/** Never throws: whoever calls looks at the outcome. */
export async function ring(box: string, rings: string[]): Promise<Outcome<number>> {
  const begun = await begin();
  if (!begun.ok) return begun;
  const tx = begun.value;

  try {
    await tx.send({ topic: 'bats.rings', messages: rings.map((value) => ({ key: box, value })) });
  } catch (reason) {
    await tx.abort().catch(() => undefined);
    return failed(reason);
  }

  try {
    await tx.commit();
    return { ok: true, value: rings.length };
  } catch (reason) {
    await producer.disconnect().catch(() => undefined);
    return failed(reason);
  }
}
