import type { CallStyle, ClientId } from '../../../src/clients/index.js';
import { REAL } from '../fakes/error-of.js';

/** How generated programs speak with one client. Everything is JavaScript text. */
export interface Dialect {
  readonly client: ClientId;
  /** How the errors of the operations arrive. */
  readonly style: CallStyle;
  /** The module's head: imports and a producer called `producer`. */
  readonly head: string;
  /** The name by which a transaction's operations are called. */
  readonly handle: string;
  /** A statement that begins a transaction; `isDeclared` where the handle's variable is there already. */
  readonly begin: (isDeclared: boolean) => string;
  /** Expressions that give a promise. */
  readonly send: (value: string) => string;
  readonly sendOffsets: string;
  readonly commit: string;
  readonly abort: string;
  readonly close: string;
  /** A producer's own send, where the client leaves that out of the transaction. */
  readonly sendOutside: string | undefined;
  /** The classes that the tests name. */
  readonly classes: object;
  /** Tests of an error called `e`, each an expression that never throws. */
  readonly tests: readonly [string, ...string[]];
}

const kafkajs: Dialect = {
  client: 'kafkajs',
  style: 'promise',
  head: `const { Kafka, KafkaJSProtocolError, KafkaJSNumberOfRetriesExceeded } = require('kafkajs');
const kafka = new Kafka({ clientId: 'app', brokers: ['broker:9092'] });
const producer = kafka.producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });`,
  handle: 'tx',
  begin: (isDeclared) => `${isDeclared ? '' : 'const '}tx = await producer.transaction();`,
  send: (value) => `tx.send({ topic: 'orders', messages: [{ value: ${value} }] })`,
  sendOffsets: `tx.sendOffsets({ consumerGroupId: 'group', topics: [{ topic: 'input', partitions: [{ partition: 0, offset: next.offset }] }] })`,
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

/** Every client's dialect. */
export const DIALECTS: readonly Dialect[] = [kafkajs];
