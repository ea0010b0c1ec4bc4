import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { KafkaContainer, type StartedKafkaContainer } from '@testcontainers/kafka';
import { Kafka, logLevel, type Producer } from 'kafkajs';

describe('read_committed consumers', () => {
  let container: StartedKafkaContainer;
  let kafka: Kafka;
  let producer: Producer;

  beforeAll(async () => {
    container = await new KafkaContainer('confluentinc/cp-kafka:7.6.0').withExposedPorts(9093).start();
    kafka = new Kafka({
      clientId: 'test',
      brokers: [`${container.getHost()}:${container.getMappedPort(9093)}`],
      logLevel: logLevel.NOTHING,
    });
    producer = kafka.producer({ transactionalId: 'rollback-test', idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
  }, 120_000);

  afterEach(() => {
    vi.restoreAllMocks();
  });

  afterAll(async () => {
    await producer.disconnect();
    await container.stop();
  });

  it('do not see an aborted record', async () => {
    const seen = vi.fn();
    const consumer = kafka.consumer({ groupId: 'g1', readUncommitted: false });
    await consumer.connect();
    await consumer.subscribe({ topic: 't1', fromBeginning: true });
    await consumer.run({ eachMessage: async ({ message }) => seen(message.value?.toString()) });

    const tx = await producer.transaction();
    await tx.send({ topic: 't1', messages: [{ value: 'lost' }] }).catch(async (err) => {
      await tx.abort().catch(() => undefined);
      throw err;
    });
    await tx.abort();

    const next = await producer.transaction();
    await next.send({ topic: 't1', messages: [{ value: 'kept' }] }).catch(async (err) => {
      await next.abort().catch(() => undefined);
      throw err;
    });
    await next.commit();

    await vi.waitFor(() => expect(seen).toHaveBeenCalledWith('kept'), 10_000);
    expect(seen).not.toHaveBeenCalledWith('lost');
    await consumer.disconnect();
  });

  it('leave no transaction behind', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const tx = await producer.transaction();
    const active = [tx.isActive()];
    await tx.abort();
    active.push(tx.isActive());
    expect(active).toEqual([true, false]);
    expect(warn).not.toHaveBeenCalled();
  });
});
