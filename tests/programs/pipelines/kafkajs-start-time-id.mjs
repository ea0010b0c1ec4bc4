import { Kafka } from 'kafkajs';

const startedAt = Date.now();

const kafka = new Kafka({ clientId: 'rose-prices', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: ['rose-prices', startedAt].join('-'),
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = () => producer.connect();

export async function quote(prices) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'roses.prices',
      messages: Object.entries(prices).map(([colour, cents]) => ({ key: colour, value: String(cents) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'prices not rolled back');
    }
    throw err;
  }
  await tx.commit();
}
