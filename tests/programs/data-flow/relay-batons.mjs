import { setTimeout as pause } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['athletics:9092'] } });

class NotSent extends Error {}

async function withProducer(stadium, work) {
  const producer = kafka.producer({ kafkaJS: { transactionalId: `relay-batons-${stadium}` } });
  await producer.connect();
  try {
    return await work(producer);
  } finally {
    await producer.disconnect();
  }
}

const write = (handovers) => async (producer) => {
  const messages = handovers.map(({ team, ...handover }) => ({ key: team, value: JSON.stringify(handover) }));
  await producer.transaction();
  try {
    await producer.send({ topic: 'relay.handovers', messages });
  } catch (cause) {
    try {
      await producer.abort();
    } catch (abortError) {
      throw new AggregateError([cause, abortError], 'handovers neither sent nor rolled back');
    }
    throw new NotSent('handovers rolled back', { cause });
  }
  await producer.commit();
};

async function untilSent(stadium, handovers, { deadline, wait = 500 }) {
  try {
    await withProducer(stadium, write(handovers));
  } catch (err) {
    if (!(err instanceof NotSent) || Date.now() + wait > deadline) {
      throw err;
    }
    console.warn(err.message, err.cause);
    await pause(wait);
    await untilSent(stadium, handovers, { deadline, wait: wait * 2 });
  }
}

/**
 * @param {string} stadium
 * @param {{ team: string, leg: number, millis: number }[]} handovers
 */
export function publishHandovers(stadium, handovers, patience = 30_000) {
  return untilSent(stadium, handovers, { deadline: Date.now() + patience });
}
