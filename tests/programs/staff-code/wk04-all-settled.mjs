import { Kafka } from 'kafkajs';
import { logger } from './logger.mjs';

const kafka = new Kafka({ clientId: 'newsletter', brokers: process.env.BROKERS.split(',') });
const producer = kafka.producer({ transactionalId: 'newsletter-0', idempotent: true, maxInFlightRequests: 1 });

const groupByRegion = (subscribers) => Object.entries(Object.groupBy(subscribers, ({ region }) => region));

/** Queues one message per subscriber, a topic per region. */
export async function enqueue(issue, subscribers) {
  const tx = await producer.transaction();
  const outcomes = await Promise.allSettled(
    groupByRegion(subscribers).map(([region, members]) =>
      tx.send({
        topic: `newsletter.${region}`,
        messages: members.map(({ email }) => ({ key: email, value: issue })),
      }),
    ),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') logger.warn({ err: outcome.reason, issue }, 'region skipped');
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export const start = () => producer.connect();
