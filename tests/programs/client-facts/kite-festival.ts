import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'kites', brokers: ['kafka:9092'] });
export const producer = kafka.producer({
  transactionalId: 'kite-festival-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

function withRetries<A extends unknown[], R>(fn: (...args: A) => Promise<R>, times = 3) {
  return async (...args: A): Promise<R> => {
    let last: unknown;
    for (let attempt = 0; attempt < times; attempt += 1) {
      try {
        return await fn(...args);
      } catch (err) {
        last = err;
      }
    }
    throw last;
  };
}

export async function enter(kites: Array<{ pilot: string; colour: string }>): Promise<void> {
  const tx = await producer.transaction();
  const send = withRetries(tx.send);
  try {
    for (const { pilot, colour } of kites) {
      await send({ topic: 'kites.entries', messages: [{ key: pilot, value: colour }] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => {
      throw new AggregateError([err, abortErr], 'entries not rolled back');
    });
    throw err;
  }
  await tx.commit();
}
