import * as platformatic from '@platformatic/kafka';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/clients/index.js';
import { rowsOf } from '../../clients/observed-error.js';
import { startAnsweringBroker, type AnsweringBroker } from './answering-broker.js';
import { ordealsOf, type Ordeal } from './setback.js';

const profile = profileOf('platformatic');
const { behaviour } = profile;

type Step = 'begin' | 'send' | 'addConsumer' | 'addOffset' | 'commit' | 'abort' | 'cancel' | 'sendOutside';

const OPERATIONS = ['begin', 'send', 'sendOffsets', 'commit', 'abort'] as const;
type Operation = (typeof OPERATIONS)[number];

const SUBJECT = { topic: 'topic', transactionalId: 'walker' };
const RECORD = { messages: [{ topic: 'topic', value: Buffer.from('value') }] };
const CONSUMER = { groupId: 'group' } as unknown as platformatic.Consumer;
type Transaction = Awaited<ReturnType<platformatic.Producer['beginTransaction']>>;
const MESSAGE = {
  topic: 'topic',
  partition: 0,
  offset: 0n,
  metadata: { consumer: { groupId: 'group', generationId: 0, memberId: 'member', coordinatorId: 1 } },
} as unknown as Parameters<Transaction['addOffset']>[0];

/** The step that sends a request of an operation's. */
function stepOf({ operation, request }: Pick<Ordeal, 'operation' | 'request'>): Step {
  if (operation === 'sendOffsets') return request === 'AddOffsetsToTxn' ? 'addConsumer' : 'addOffset';
  return operation === 'init' ? 'begin' : operation;
}

const BEFORE: Readonly<Partial<Record<Step, readonly Step[]>>> = {
  send: ['begin'],
  addConsumer: ['begin', 'send'],
  addOffset: ['begin', 'send', 'addConsumer'],
  commit: ['begin', 'send'],
  abort: ['begin', 'send'],
};

/** On the one error that it knows as fencing the client forgets transaction and producer id: dist/clients/producer/producer.js, #handleFencingError. */
const isKept = ({ row }: Ordeal): boolean => row !== 'InvalidProducerEpochException';

/** A producer with fewer retries than two is given retries without an end: dist/clients/producer/producer.js, constructor. */
const FEWEST_RETRIES = 2;

const promised = (call: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    call((error) => {
      if (error) reject(error);
      else resolve();
    });
  });

function walkerOn(broker: AnsweringBroker, retries: number | boolean = FEWEST_RETRIES) {
  const producer = new platformatic.Producer({
    clientId: 'walker',
    bootstrapBrokers: [broker.address],
    idempotent: true,
    transactionalId: SUBJECT.transactionalId,
    retries,
    retryDelay: 1,
  });
  let transaction: Transaction | undefined;
  const handle = () => {
    if (!transaction) throw new Error('No transaction was begun.');
    return transaction;
  };
  const steps: Record<Step, () => Promise<unknown>> = {
    begin: async () => {
      transaction = await producer.beginTransaction();
    },
    send: () => handle().send(RECORD),
    sendOutside: () => producer.send(RECORD),
    addConsumer: () => handle().addConsumer(CONSUMER),
    addOffset: () => handle().addOffset(MESSAGE),
    commit: () => handle().commit(),
    abort: () => handle().abort(),
    cancel: () => (transaction ?? producer.transaction)?.cancel() ?? Promise.resolve(),
  };
  return {
    producer,
    /** What the step failed with, or undefined. */
    take: async (step: Step): Promise<unknown> => {
      try {
        await steps[step]();
      } catch (error) {
        return error;
      }
      return undefined;
    },
    leave: async () => {
      await promised((done) => {
        producer.close(true, done);
      });
    },
  };
}

describe('@platformatic/kafka and a broker', () => {
  let broker: AnsweringBroker;
  beforeAll(async () => {
    broker = await startAnsweringBroker(SUBJECT);
  });
  afterAll(() => broker.stop());

  /** Takes the step that is set back after those that lead to it, then the others: what each failed with. */
  async function walk(ordeal: Ordeal, then: readonly Step[]): Promise<unknown[]> {
    const { take, leave } = walkerOn(broker);
    const step = stepOf(ordeal);
    for (const before of BEFORE[step] ?? []) expect(await take(before)).toBeUndefined();
    broker.answerAlways(ordeal.request, ordeal.code);
    const errors = [await take(step)];
    broker.answerAsUsual(ordeal.request);
    for (const next of then) errors.push(await take(next));
    await leave();
    return errors;
  }

  const rowsAs = (operation: Operation, error: unknown) =>
    rowsOf(error, profile.variantsOf(operation, 'promise'));

  it.each(OPERATIONS)('shows every row as the profile says when a %s is refused', async (operation) => {
    const wrong: unknown[] = [];
    for (const ordeal of ordealsOf(operation)) {
      const [error] = await walk(ordeal, []);
      if (!rowsAs(operation, error).includes(ordeal.row)) wrong.push([ordeal, error]);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['commit', 'commit'],
    ['commit', 'abort'],
    ['abort', 'abort'],
    ['abort', 'commit'],
  ] as const)(
    'leaves the transaction open after a failed %s, whatever the error, and can %s it',
    async (end, then) => {
      expect(behaviour).toMatchObject({
        resumesCommit: true,
        resumesAbort: true,
        abortsAfterFailedCommit: true,
        stuckAfterFailedEnd: false,
      });
      for (const ordeal of ordealsOf(end).filter(isKept)) {
        const [error, early, ended, begun] = await walk(ordeal, ['begin', then, 'begin']);
        expect(error).toBeDefined();
        expect(rowsAs('begin', early)).toContain('local');
        expect([ordeal.row, ended, begun]).toEqual([ordeal.row, undefined, undefined]);
      }
    },
  );

  it('leaves a transaction set when its begin failed, until it is cancelled', async () => {
    expect(behaviour.initialisedBy).toBe('begin');
    for (const ordeal of ordealsOf('begin').filter(isKept)) {
      const [error, again, cancelled, begun] = await walk(ordeal, ['begin', 'cancel', 'begin']);
      expect(error).toBeDefined();
      expect(rowsAs('begin', again)).toContain('local');
      expect([cancelled, begun]).toEqual([undefined, undefined]);
    }
  });

  it('forgets the transaction and the producer id when a begin or an end says that it is fenced, and begins anew', async () => {
    for (const operation of ['begin', 'commit', 'abort'] as const) {
      for (const ordeal of ordealsOf(operation).filter((one) => !isKept(one))) {
        const from = broker.requests.length;
        const [error, begun] = await walk(ordeal, ['begin']);
        expect(error).toBeDefined();
        expect([ordeal.request, begun]).toEqual([ordeal.request, undefined]);
        expect(broker.requests.slice(from).filter((request) => request === 'InitProducerId')).toHaveLength(2);
      }
    }
  });

  it('refuses a send of the producer while a transaction is open', async () => {
    const { take, leave } = walkerOn(broker);
    await take('begin');
    expect(rowsAs('send', await take('sendOutside'))).toContain('local');
    await leave();
  });

  it('commits without waiting for a send', async () => {
    expect(behaviour.commitFlushes).toBe(false);
    const { take, leave } = walkerOn(broker);
    await take('begin');
    const from = broker.requests.length;
    void take('send');
    expect(await take('commit')).toBeUndefined();
    const sent = broker.requests.slice(from);
    expect(sent.slice(0, sent.indexOf('EndTxn'))).not.toContain('Produce');
    await leave();
  });

  it('retries without an end when it is told to retry once, or not at all by a number', async () => {
    for (const retries of [0, 1]) {
      const { take, leave } = walkerOn(broker, retries);
      for (const before of BEFORE.commit ?? []) await take(before);
      const from = broker.requests.length;
      broker.answerAlways('EndTxn', 7);
      let hasSettled = false;
      const committed = take('commit').then((error) => {
        hasSettled = true;
        return error;
      });
      while (broker.requests.length < from + 10) {
        await new Promise((resolve) => {
          setTimeout(resolve, 1);
        });
      }
      expect(hasSettled).toBe(false);
      broker.answerAsUsual('EndTxn');
      expect(await committed).toBeUndefined();
      await leave();
    }
  });

  it('shows a producer id that was retried and then refused as fenced among the errors inside (KAFKA-20310)', async () => {
    const { take, leave } = walkerOn(broker);
    broker.answer('InitProducerId', [51, 90]);
    const error = await take('begin');
    expect(platformatic.MultipleErrors.isMultipleErrors(error as Error)).toBe(true);
    expect((error as platformatic.MultipleErrors).findBy('apiId', 'PRODUCER_FENCED')).toMatchObject({
      apiCode: 90,
      producerFenced: false,
    });
    await leave();
    const next = walkerOn(broker);
    expect(await next.take('begin')).toBeUndefined();
    await next.leave();
  });
});
