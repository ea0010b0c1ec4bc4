import { REAL } from '../../fakes/error-of.js';
import type { Dialect } from '../dialect.js';

export const kafkajs: Dialect = {
  client: 'kafkajs',
  style: 'promise',
  head: `const { Kafka, KafkaJSProtocolError, KafkaJSNumberOfRetriesExceeded } = require('kafkajs');
const kafka = new Kafka({ clientId: 'app', brokers: ['broker:9092'] });
const producer = kafka.producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });`,
  setUp: [],
  handle: 'tx',
  begin: ['const tx = await producer.transaction();'],
  guarded: { name: 'tx', begin: ['tx = await producer.transaction();'] },
  send: (value) => `tx.send({ topic: 'orders', messages: [{ value: ${value} }] })`,
  sendOffsets: [
    `await tx.sendOffsets({ consumerGroupId: 'group', topics: [{ topic: 'input', partitions: [{ partition: 0, offset: next.offset }] }] });`,
  ],
  record: {},
  commit: 'tx.commit()',
  abort: 'tx.abort()',
  close: 'producer.disconnect()',
  sendOutside: `producer.send({ topic: 'audit', messages: [{ value: 'beside' }] })`,
  classes: REAL.kafkajs,
  tests: [
    `e.type === 'INVALID_PRODUCER_EPOCH'`,
    `e instanceof KafkaJSNumberOfRetriesExceeded`,
    `e.name === 'KafkaJSNumberOfRetriesExceeded'`,
    `e instanceof KafkaJSProtocolError`,
    `e.code === 47`,
    `e.cause?.retriable`,
    `e.cause?.type === 'REQUEST_TIMED_OUT'`,
    `['INVALID_TXN_STATE', 'INVALID_PRODUCER_EPOCH'].includes(e.type)`,
    `e.type === 'TOPIC_AUTHORIZATION_FAILED'`,
  ],
};
