import { REAL } from '../../fakes/error-of.js';
import type { Dialect } from '../dialect.js';

/**
 * Promises are made of the callbacks, and a delivery report ends a send. It is the callback API of Confluent's package, whose delivery
 * reports have the codes that the profile tells of.
 */
export const rdkafka: Dialect = {
  client: 'rdkafka',
  style: 'callback',
  head: `const { promisify } = require('node:util');
const { CODES, HighLevelProducer, KafkaConsumer } = require('@confluentinc/kafka-javascript');
const consumer = new KafkaConsumer({ 'bootstrap.servers': 'broker:9092', 'group.id': 'group' });
const producer = new HighLevelProducer({ 'bootstrap.servers': 'broker:9092', 'transactional.id': 'orders' });
const connect = promisify(producer.connect.bind(producer));
const tx = {
  init: promisify(producer.initTransactions.bind(producer)),
  begin: promisify(producer.beginTransaction.bind(producer)),
  send: promisify(producer.produce.bind(producer)),
  sendOffsets: promisify(producer.sendOffsetsToTransaction.bind(producer)),
  commit: promisify(producer.commitTransaction.bind(producer)),
  abort: promisify(producer.abortTransaction.bind(producer)),
  close: promisify(producer.disconnect.bind(producer)),
};`,
  setUp: ['await connect({});', 'await tx.init(5000);'],
  handle: 'tx',
  begin: ['await tx.begin();'],
  guarded: { name: 'begun', begin: ['await tx.begin();', 'begun = true;'] },
  send: (value) => `tx.send('orders', null, Buffer.from(${value}), null, null)`,
  sendOffsets: [
    `await tx.sendOffsets([{ topic: 'input', partition: 0, offset: next.offset + 1 }], consumer, 5000);`,
  ],
  record: { offset: 42 },
  commit: 'tx.commit(5000)',
  abort: 'tx.abort(5000)',
  close: 'tx.close()',
  sendOutside: undefined,
  classes: REAL.confluent.RdKafka,
  tests: [
    'e.isTxnRequiresAbort',
    'e.isRetriable',
    'e.isFatal',
    'e.code === CODES.ERRORS.ERR__TIMED_OUT',
    'e.code === CODES.ERRORS.ERR__FENCED',
    'e.errno === CODES.ERRORS.ERR__STATE',
    '[CODES.ERRORS.ERR__FENCED, CODES.ERRORS.ERR__FATAL].includes(e.code)',
    `e.origin === 'local'`,
  ],
};
