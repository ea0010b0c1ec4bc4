import { Producer, jsonSerializer, stringSerializer } from '@platformatic/kafka';
import { setTimeout as delay } from 'node:timers/promises';

const ATTEMPTS = 3;

const newProducer = () =>
  new Producer({
    clientId: 'grid-settlement',
    bootstrapBrokers: ['kafka:9092'],
    idempotent: true,
    transactionalId: 'grid-settlement',
    serializers: { key: stringSerializer, value: jsonSerializer },
  });

/** Books one settlement period; every attempt gets a fresh producer. */
export async function settle(period, positions) {
  const messages = positions.map((position) => ({
    topic: 'grid.settlements',
    key: position.party,
    value: { period, ...position },
  }));

  let failure;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const producer = newProducer();
    try {
      const tx = await producer.beginTransaction();
      try {
        await tx.send({ messages });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
      return { period, attempt };
    } catch (err) {
      failure = err;
      console.warn(`settlement ${period}: attempt ${attempt} failed`, err);
    } finally {
      await producer.close(true);
    }
    await delay(attempt * 1000);
  }
  throw failure;
}
