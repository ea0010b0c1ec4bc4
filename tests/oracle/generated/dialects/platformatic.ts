import { REAL } from '../../fakes/error-of.js';
import type { Dialect } from '../dialect.js';

const GROUP = { groupId: 'group', generationId: 0, memberId: 'member', coordinatorId: 1 };

/** A consumer is added to each transaction, and errors of a broker are inside of others. */
export const platformatic: Dialect = {
  client: 'platformatic',
  style: 'promise',
  head: `const { Consumer, GenericError, MultipleErrors, Producer, TimeoutError } = require('@platformatic/kafka');
const options = { clientId: 'app', bootstrapBrokers: ['broker:9092'] };
const consumer = new Consumer({ ...options, groupId: 'group' });
const producer = new Producer({ ...options, transactionalId: 'orders', idempotent: true, retries: 2 });`,
  setUp: [],
  handle: 'tx',
  begin: ['const tx = await producer.beginTransaction();'],
  guarded: { name: 'tx', begin: ['tx = await producer.beginTransaction();'] },
  send: (value) => `tx.send({ messages: [{ topic: 'orders', value: ${value} }] })`,
  sendOffsets: ['await tx.addConsumer(consumer);', 'await tx.addOffset(next);'],
  record: { topic: 'input', partition: 0, offset: 42n, metadata: { consumer: GROUP } },
  commit: 'tx.commit()',
  abort: 'tx.abort()',
  close: 'producer.close()',
  sendOutside: undefined,
  classes: REAL.platformatic,
  tests: [
    `e.findBy?.('apiId', 'PRODUCER_FENCED')`,
    'MultipleErrors.isMultipleErrors(e)',
    `e.code === 'PLT_KFK_NETWORK'`,
    'e instanceof TimeoutError',
    'GenericError.isGenericError(e)',
    `e.findBy?.('canRetry', true)`,
    `e.code === 'PLT_KFK_RESPONSE'`,
    `['PLT_KFK_NETWORK', 'PLT_KFK_TIMEOUT'].includes(e.code)`,
    `e.findBy?.('apiId', 'TOPIC_AUTHORIZATION_FAILED')`,
  ],
};
