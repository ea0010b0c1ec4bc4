import { Kafka } from 'kafkajs';
import { subscribersOf } from './subscribers.mjs';

const kafka = new Kafka({
  clientId: 'newsletter',
  brokers: process.env.KAFKA_BROKERS?.split(',') ?? ['localhost:9092'],
  ssl: process.env.KAFKA_SSL === 'true',
});

const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });

const rollback = async (tx, issue) => {
  try {
    await tx.abort();
    console.info(`issue ${issue} rolled back`);
  } catch (err) {
    console.error(`issue ${issue} not rolled back`, err);
  }
};

export async function sendIssue(issue) {
  const subscribers = await subscribersOf(issue);
  const tx = await producer.transaction();
  try {
    for (let i = 0; i < subscribers.length; i += 1000) {
      const page = subscribers.slice(i, i + 1000);
      await tx.send({ topic: 'newsletter.mails', messages: page.map((s) => ({ key: s.id, value: issue })) });
    }
    await tx.send({ topic: 'newsletter.issues', messages: [{ key: issue, value: String(subscribers.length) }] });
  } catch (err) {
    await rollback(tx, issue);
    throw err;
  }
  await tx.commit();
  return subscribers.length;
}

export const connect = () => producer.connect();
export const close = () => producer.disconnect();
