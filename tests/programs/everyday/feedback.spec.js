const { Kafka, logLevel } = require('kafkajs');
const { consumeAll } = require('./helpers/consume');

const kafka = new Kafka({ clientId: 'feedback-test', brokers: ['localhost:9092'], logLevel: logLevel.NOTHING });

describe('feedback topic', () => {
  let producer;

  beforeAll(async () => {
    producer = kafka.producer({ transactionalId: 'feedback-test', idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
  });

  afterAll(async () => {
    await producer.disconnect();
  });

  test('shows committed feedback', async () => {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'feedback', messages: [{ key: 'a', value: 'great' }] });
    } catch (err) {
      await tx.abort().catch(() => {});
      throw err;
    }
    await tx.commit();
    expect(await consumeAll(kafka, 'feedback')).toContain('great');
  });

  test('hides aborted feedback', async () => {
    const tx = await producer.transaction();
    tx.send({ topic: 'feedback', messages: [{ key: 'b', value: 'awful' }] });
    await tx.abort();
    expect(await consumeAll(kafka, 'feedback')).not.toContain('awful');
  });
});
