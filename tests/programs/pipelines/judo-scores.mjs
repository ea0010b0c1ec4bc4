import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'judo', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: `judo-scores-${process.env.MAT ?? '1'}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const typeOf = (err) => err.type ?? err.cause?.type;

async function stage(fight, scores) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'judo.scores',
      messages: scores.map((score) => ({ key: fight, value: JSON.stringify(score) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `scores of ${fight} not rolled back`);
    }
    throw err;
  }
  return tx;
}

export async function publish(fight, scores) {
  let tx;
  while (!tx) {
    try {
      tx = await stage(fight, scores);
    } catch (err) {
      if (typeOf(err) !== 'TOPIC_AUTHORIZATION_FAILED') {
        throw err;
      }
      console.warn('not allowed to write judo.scores, asking again in a minute');
      await sleep(60_000);
    }
  }
  await tx.commit();
}

export const connect = () => producer.connect();
