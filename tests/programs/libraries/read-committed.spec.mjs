import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { KafkaContainer } from '@testcontainers/kafka';
import { Kafka } from 'kafkajs';
import { drain } from './support/drain.mjs';

let container;
let kafka;
let producer;

before(async () => {
  container = await new KafkaContainer('confluentinc/cp-kafka:7.6.0').withExposedPorts(9093).start();
  kafka = new Kafka({ clientId: 'spec', brokers: [`${container.getHost()}:${container.getMappedPort(9093)}`] });
  producer = kafka.producer({ transactionalId: 'read-committed-spec', idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
});

after(async () => {
  await producer.disconnect();
  await container.stop();
});

test('an aborted record is not read', async () => {
  const tx = await producer.transaction();
  await tx.send({ topic: 'spec.aborted', messages: [{ value: 'lost' }] });
  assert.equal(tx.isActive(), true);
  await tx.abort();
  assert.deepEqual(await drain(kafka, 'spec.aborted'), []);
});

test('a committed record is read', async (t) => {
  const tx = await producer.transaction();
  await tx.send({ topic: 'spec.committed', messages: [{ value: 'kept' }] });
  await tx.commit();
  await t.test('once', async () => {
    assert.deepEqual(await drain(kafka, 'spec.committed'), ['kept']);
  });
});

test('a handle ends with its commit', async () => {
  const tx = await producer.transaction();
  await tx.send({ topic: 'spec.ended', messages: [{ value: 'kept' }] });
  await tx.commit();
  await assert.rejects(() => tx.send({ topic: 'spec.ended', messages: [{ value: 'late' }] }), /once ended/);
});
