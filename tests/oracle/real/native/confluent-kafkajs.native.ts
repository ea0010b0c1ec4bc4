import { describe, expect, it } from 'vitest';
import { LIBRDKAFKA_CODES } from '../../../../src/clients/codes/librdkafka.js';
import { profileOf } from '../../../../src/clients/index.js';
import { HEALED_BY_ABORT } from '../../../../src/clients/librdkafka-handling.js';
import { isRowId, type Operation } from '../../../../src/taxonomy/index.js';
import { fieldsOf, rejectionOf, rowsOf } from '../../../clients/observed-error.js';
import { CONNECTION_LOST, startMockCluster, type MockCluster } from '../mock-cluster.js';
import { NO_ROW, ordealsOf, type Ordeal } from '../setback.js';
import { inParallel, nativeClient } from './native-client.js';

const profile = profileOf('confluent');
const { behaviour } = profile;

interface Consumer {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}
interface Producer {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  transaction(): Promise<Producer>;
  send(record: object): Promise<unknown>;
  sendOffsets(offsets: object): Promise<void>;
  commit(): Promise<void>;
  abort(): Promise<void>;
  isActive(): boolean;
}
interface Package {
  readonly KafkaJS: {
    readonly Kafka: new (settings: object) => {
      producer(settings: object): Producer;
      consumer(settings: object): Consumer;
    };
    readonly logLevel: { readonly NOTHING: number };
  };
}

const { KafkaJS } = nativeClient('@confluentinc/kafka-javascript') as Package;

type Step = 'connect' | 'begin' | 'send' | 'sendOffsets' | 'commit' | 'abort';

const OPERATION: Readonly<Record<Step, Operation>> = {
  connect: 'init',
  begin: 'begin',
  send: 'send',
  sendOffsets: 'sendOffsets',
  commit: 'commit',
  abort: 'abort',
};

const BEFORE: Readonly<Record<Step, readonly Step[]>> = {
  connect: [],
  begin: ['connect'],
  send: ['connect', 'begin'],
  sendOffsets: ['connect', 'begin', 'send'],
  commit: ['connect', 'begin', 'send'],
  abort: ['connect', 'begin', 'send'],
};

/** How many producers are at work at once: the client's calls wait for five seconds. */
const WIDTH = 32;

const { ERR__CONFLICT, ERR__STATE, ERR__TIMED_OUT, ERR__INVALID_ARG } = LIBRDKAFKA_CODES;

const TOPIC = 'topic';
const RECORD = { topic: TOPIC, messages: [{ value: 'value' }] };
const TOPICS = [{ topic: TOPIC, partitions: [{ partition: 0, offset: '1' }] }];

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code;

interface Walker {
  readonly producer: Producer;
  readonly consumer: Consumer;
  /** What the step failed with, or undefined. */
  take: (step: Step) => Promise<unknown>;
}

async function onOwnCluster(act: (walker: Walker, cluster: MockCluster) => Promise<void>): Promise<void> {
  const cluster = startMockCluster();
  cluster.createTopic(TOPIC);
  const kafka = new KafkaJS.Kafka({
    kafkaJS: { brokers: [...cluster.brokers], logLevel: KafkaJS.logLevel.NOTHING },
    log_level: 0,
  });
  const producer = kafka.producer({
    kafkaJS: { transactionalId: 'walker' },
    'message.timeout.ms': 1000,
    'retry.backoff.ms': 20,
  });
  const consumer = kafka.consumer({ kafkaJS: { groupId: 'group' } });
  const steps: Record<Step, () => Promise<unknown>> = {
    connect: () => producer.connect(),
    begin: () => producer.transaction(),
    send: () => producer.send(RECORD),
    sendOffsets: async () => {
      await consumer.connect();
      return producer.sendOffsets({ consumer, topics: TOPICS });
    },
    commit: () => producer.commit(),
    abort: () => producer.abort(),
  };
  const take = async (step: Step): Promise<unknown> => {
    try {
      await steps[step]();
    } catch (error) {
      return error;
    }
    return undefined;
  };
  try {
    await act({ producer, consumer, take }, cluster);
  } finally {
    await Promise.allSettled([producer.disconnect(), consumer.disconnect()]);
    await cluster.stop();
  }
}

/** Takes the step that is set back after those that lead to it, then the others: what each failed with. */
async function walk(step: Step, { request, code }: Ordeal, then: readonly Step[]): Promise<unknown[]> {
  const errors: unknown[] = [];
  await onOwnCluster(async ({ take }, cluster) => {
    for (const before of BEFORE[step]) expect(await take(before)).toBeUndefined();
    cluster.answerAlways(request, code);
    errors.push(await take(step));
    cluster.answerAsUsual(request);
    for (const next of then) errors.push(await take(next));
  });
  return errors;
}

const rowsAs = (step: Step, error: unknown) => rowsOf(error, profile.variantsOf(OPERATION[step], 'promise'));
const isWord = ({ code }: Ordeal): boolean => code !== NO_ROW && code !== CONNECTION_LOST;

/** The call whose error cannot be converted never settles: `NEVER_SETTLES` in the profile. */
const settles = ({ request, code }: Ordeal): boolean =>
  !['AddOffsetsToTxn', 'TxnOffsetCommit'].includes(request) || code !== 15;

describe('the KafkaJS API of @confluentinc/kafka-javascript on a mock cluster', () => {
  it.each(['connect', 'sendOffsets', 'commit', 'abort'] as const)(
    'shows every row as the profile says when %s is refused',
    async (step) => {
      const wrong: unknown[] = [];
      const operation = OPERATION[step];
      if (
        operation !== 'init' &&
        operation !== 'sendOffsets' &&
        operation !== 'commit' &&
        operation !== 'abort'
      )
        throw new Error(operation);
      await inParallel(ordealsOf(operation).filter(isWord).filter(settles), WIDTH, async (ordeal) => {
        const [error] = await walk(step, ordeal, []);
        const isHealed = step === 'abort' && isRowId(ordeal.row) && HEALED_BY_ABORT.includes(ordeal.row);
        if (isHealed ? error !== undefined : !rowsAs(step, error).includes(ordeal.row))
          wrong.push([ordeal, error]);
      });
      expect(wrong).toEqual([]);
    },
  );

  it('shows every row of a send as the profile says', async () => {
    const wrong: unknown[] = [];
    const ordeals = ordealsOf('send')
      // Brokers answer a Produce request with INVALID_PRODUCER_EPOCH alone (KIP-588).
      .filter(({ request, row }) => request === 'Produce' && row !== 'ProducerFencedException')
      .filter(isWord);
    await inParallel(ordeals, WIDTH, async (ordeal) => {
      const [error] = await walk('send', ordeal, []);
      if (ordeal.row === 'DuplicateSequenceException') expect(error).toBeUndefined();
      else if (!rowsAs('send', error).includes(ordeal.row))
        wrong.push([ordeal.row, fieldsOf(error as object)]);
    });
    expect(wrong).toEqual([]);
  });

  it('never settles a call whose error it cannot convert, and rejects where nobody listens', async () => {
    const ordeal = ordealsOf('sendOffsets').find((one) => !settles(one));
    if (!ordeal) throw new Error('No such ordeal');
    const listeners = process.rawListeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    try {
      const thrown = new Promise((resolve) => process.once('unhandledRejection', resolve));
      await onOwnCluster(async ({ take }, cluster) => {
        for (const before of BEFORE.sendOffsets) await take(before);
        cluster.answerAlways(ordeal.request, ordeal.code);
        let hasSettled = false;
        void take('sendOffsets').then(() => {
          hasSettled = true;
        });
        expect(await thrown).toBeInstanceOf(TypeError);
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
        expect(hasSettled).toBe(false);
      });
    } finally {
      for (const listener of listeners)
        process.on('unhandledRejection', listener as (reason: unknown) => void);
    }
  });

  it('says of no error that it is retriable, fatal or abortable', async () => {
    expect(behaviour.alwaysFalse).toEqual(['retriable', 'fatal', 'abortable']);
    await inParallel(ordealsOf('commit').filter(isWord), WIDTH, async (ordeal) => {
      const [error] = await walk('commit', ordeal, []);
      expect(error).toMatchObject({ retriable: false, fatal: false, abortable: false });
    });
  });

  it('rejects connect with an error of the callback API when the initialisation fails, and connects once only', async () => {
    expect(behaviour.initialisedBy).toBe('connect');
    await onOwnCluster(async ({ take }, cluster) => {
      cluster.answerAlways('InitProducerId', 53);
      expect(await take('connect')).toMatchObject({ name: 'Error', code: 53, isFatal: true });
      cluster.answerAsUsual('InitProducerId');
      expect(codeOf(await take('connect'))).toBe(ERR__STATE);
    });
  });

  it('gives the producer itself as the transaction, and its sends belong to it', async () => {
    await onOwnCluster(async ({ producer, take }, cluster) => {
      await take('connect');
      expect(await producer.transaction()).toBe(producer);
      cluster.answerAlways('AddPartitionsToTxn', 29);
      expect(await take('send')).toBeDefined();
      cluster.answerAsUsual('AddPartitionsToTxn');
      expect(codeOf(await take('commit'))).toBe(29);
    });
  });

  it('refuses offsets with a group id, and offsets without a transaction', async () => {
    await onOwnCluster(async ({ producer, consumer, take }) => {
      await take('connect');
      expect(codeOf(await take('sendOffsets'))).toBe(ERR__STATE);
      await take('begin');
      const error = await rejectionOf(
        producer.sendOffsets({ consumer, consumerGroupId: 'group', topics: TOPICS }),
      );
      expect(codeOf(error)).toBe(ERR__INVALID_ARG);
      expect(rowsAs('sendOffsets', error)).toContain('local');
    });
  });

  it.each([
    ['commit', 'abort'],
    ['abort', 'commit'],
  ] as const)('resumes a %s that took too long, and refuses to %s meanwhile', async (end, other) => {
    expect(behaviour).toMatchObject({ resumesCommit: true, resumesAbort: true });
    await onOwnCluster(async ({ take, producer }, cluster) => {
      for (const before of BEFORE[end]) await take(before);
      // COORDINATOR_LOAD_IN_PROGRESS
      cluster.answerAlways('EndTxn', 14);
      const late = await take(end);
      expect(codeOf(late)).toBe(ERR__TIMED_OUT);
      expect(rowsAs(end, late)).toContain('TimeoutException');
      expect(producer.isActive()).toBe(true);
      expect(codeOf(await take(other))).toBe(ERR__CONFLICT);
      cluster.answerAsUsual('EndTxn');
      // It waits before it asks again; a slow machine may need more than the time that the call has.
      let resumed = await take(end);
      for (let more = 1; more <= 10 && codeOf(resumed) === ERR__TIMED_OUT; more += 1)
        resumed = await take(end);
      expect(resumed).toBeUndefined();
      expect(producer.isActive()).toBe(false);
      expect(await take('begin')).toBeUndefined();
    });
  });

  it('aborts a transaction whose commit was refused, and begins another', async () => {
    expect(behaviour).toMatchObject({ abortsAfterFailedCommit: true, stuckAfterFailedEnd: false });
    const ordeal = ordealsOf('commit').find(({ row }) => row === 'TransactionAbortableException');
    if (!ordeal) throw new Error('No such ordeal');
    const [error, begun, ...rest] = await walk('commit', ordeal, ['begin', 'abort', 'begin']);
    expect(codeOf(error)).toBe(120);
    expect(codeOf(begun)).toBe(ERR__STATE);
    expect(rest).toEqual([undefined, undefined]);
  });

  it('delivers what nobody waits for before it commits', async () => {
    expect(behaviour.commitFlushes).toBe(true);
    await onOwnCluster(async ({ producer, take }) => {
      for (const before of BEFORE.send) await take(before);
      const sent = producer.send(RECORD);
      expect(await take('commit')).toBeUndefined();
      await expect(sent).resolves.toHaveLength(1);
    });
  });
});
