import { REAL } from '../../fakes/error-of.js';
import type { Dialect } from '../dialect.js';

/** The KafkaJS API: `transaction()` gives the producer itself, and only an error's code and its class tell anything. */
export const confluent: Dialect = {
  client: 'confluent',
  style: 'promise',
  head: `const { KafkaJS } = require('@confluentinc/kafka-javascript');
const { ErrorCodes } = KafkaJS;
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['broker:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'group', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'orders' } });`,
  setUp: ['await consumer.connect();', 'await producer.connect();'],
  handle: 'tx',
  begin: ['const tx = await producer.transaction();'],
  guarded: { name: 'tx', begin: ['tx = await producer.transaction();'] },
  send: (value) => `tx.send({ topic: 'orders', messages: [{ value: ${value} }] })`,
  sendOffsets: [
    `await tx.sendOffsets({ consumer, topics: [{ topic: 'input', partitions: [{ partition: 0, offset: next.offset }] }] });`,
  ],
  record: {},
  commit: 'tx.commit()',
  abort: 'tx.abort()',
  close: 'producer.disconnect()',
  sendOutside: undefined,
  classes: { ...REAL.confluent.KafkaJS, KafkaJS: REAL.confluent.KafkaJS },
  tests: [
    'e.code === ErrorCodes.ERR__TIMED_OUT',
    'e.code === ErrorCodes.ERR__FENCED',
    'e instanceof KafkaJS.KafkaJSTimeout',
    `e.name === 'KafkaJSTimeout'`,
    'e.code === ErrorCodes.ERR__MSG_TIMED_OUT',
    '[ErrorCodes.ERR__FENCED, ErrorCodes.ERR_INVALID_PRODUCER_EPOCH].includes(e.code)',
    `e.type === 'ERR_TOPIC_AUTHORIZATION_FAILED'`,
  ],
};
