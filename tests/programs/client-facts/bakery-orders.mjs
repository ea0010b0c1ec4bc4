import { Kafka } from 'kafkajs';
import { logger } from './logger.mjs';

const kafka = new Kafka({ clientId: 'bakery', brokers: ['kafka-0:9092', 'kafka-1:9092'] });

export const producer = kafka.producer({
  transactionalId: 'bakery-orders-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

export async function bake(orders) {
  const batch = await producer.transaction();
  try {
    await batch.sendBatch({
      topicMessages: [
        { topic: 'oven.jobs', messages: orders.map(({ id, loaf }) => ({ key: id, value: loaf })) },
        { topic: 'flour.used', messages: [{ value: String(orders.length * 500) }] },
      ],
    });
  } catch (err) {
    if (err.originalError?.type === 'REQUEST_TIMED_OUT') {
      logger.warn({ err }, 'broker slow, orders rolled back');
    }
    await batch.abort().catch((abortErr) => logger.error({ err: abortErr }, 'roll-back failed'));
    throw err;
  }
  await batch.commit();
}
