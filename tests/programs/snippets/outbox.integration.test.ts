import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Kafka, type Producer, type Transaction } from 'kafkajs';
import { consumeCommitted } from './helpers';

const kafka = new Kafka({ clientId: 'outbox-it', brokers: [process.env.TEST_BROKER ?? 'localhost:9092'] });

describe('transactional outbox', () => {
  let producer: Producer;
  let tx: Transaction | undefined;

  beforeAll(async () => {
    producer = kafka.producer({
      transactionalId: 'outbox-it',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
  });

  afterEach(async () => {
    if (tx?.isActive()) await tx.abort();
  });

  afterAll(async () => {
    await producer.disconnect();
  });

  it('hides the records of an aborted transaction', async () => {
    tx = await producer.transaction();
    await tx.send({ topic: 'outbox', messages: [{ key: 'a', value: '1' }] });
    await tx.abort();

    expect(await consumeCommitted('outbox')).toEqual([]);
    expect(tx.isActive()).toBe(false);
  });

  it('shows the records of a committed transaction', async () => {
    tx = await producer.transaction();
    tx.send({ topic: 'outbox', messages: [{ key: 'b', value: '2' }] });
    await tx.commit();

    expect(await consumeCommitted('outbox')).toEqual([{ key: 'b', value: '2' }]);
  });
});
