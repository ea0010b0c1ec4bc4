import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';

const kafka = new kafkajs.Kafka({ clientId: 'charging', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: `charging-${process.env.OPERATOR}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const backoff = (attempt) => sleep(Math.min(30_000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2));

/** One try, begun anew: what an earlier one has sent was rolled back with its transaction. */
async function prepare(session) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'charging.sessions', messages: [{ key: session.id, value: JSON.stringify(session) }] });
    await tx.send({ topic: 'charging.energy', messages: [{ key: session.point, value: session.kwh.toFixed(3) }] });
    return { tx };
  } catch (error) {
    const undone = await tx.abort().then(
      () => true,
      (abortErr) => {
        console.error('charging: abort failed', abortErr);
        return false;
      },
    );
    return { error, undone };
  }
}

export async function bill(session) {
  let attempt = 0;
  let prepared = await prepare(session);
  while (prepared.error) {
    if (!prepared.undone || attempt === 5) throw prepared.error;
    await backoff(attempt++);
    prepared = await prepare(session);
  }
  await prepared.tx.commit();
}

export const start = () => producer.connect();
export const stop = () => producer.disconnect();
