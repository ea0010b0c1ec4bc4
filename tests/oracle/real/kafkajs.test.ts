import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/clients/index.js';
import type { Operation } from '../../../src/taxonomy/index.js';
import { rejectionOf, rowsOf } from '../../clients/observed-error.js';
import { TOPIC, walkerOn, type Step, type Taken } from './kafkajs-course.js';
import { kafkaOn, RETRIES } from './kafkajs-on-mock.js';
import { describeOnMockCluster } from './mock-cluster-suite.js';
import { CONNECTION_LOST, startMockCluster, type MockCluster } from './mock-cluster.js';
import { NO_ROW, ordealsOf, REQUESTS, type Setback } from './setback.js';

const profile = profileOf('kafkajs');
const { behaviour } = profile;

/** A step that a broker is asked for. */
type Asking = Exclude<Step, 'reconnect'>;

const ASKING = ['begin', 'send', 'sendOffsets', 'commit', 'abort'] as const satisfies readonly Asking[];

/** The steps that lead to a step. */
const BEFORE: Readonly<Record<Asking, readonly Step[]>> = {
  begin: [],
  send: ['begin'],
  sendOffsets: ['begin', 'send'],
  commit: ['begin', 'send'],
  abort: ['begin', 'send'],
};

const REQUESTED = ASKING.flatMap((step) => REQUESTS[step].map((request) => [step, request] as const));

describeOnMockCluster('kafkajs on a mock cluster', () => {
  let cluster: MockCluster;
  beforeAll(() => {
    cluster = startMockCluster();
    cluster.createTopic(TOPIC);
  });
  const stopping: Promise<void>[] = [];
  afterAll(async () => {
    await Promise.all([...stopping, cluster.stop()]);
  });

  /** Takes the step that is set back, then the others: what came of the first, and of the rest. */
  async function walk(
    step: Asking,
    { request, code }: Setback,
    then: readonly Step[],
  ): Promise<[Taken, ...Taken[]]> {
    const walker = await walkerOn(kafkaOn(cluster));
    for (const before of BEFORE[step]) expect((await walker.take(before)).error).toBeUndefined();
    cluster.answerAlways(request, code);
    const first = await walker.take(step);
    cluster.answerAsUsual(request);
    const rest: Taken[] = [];
    for (const next of then) rest.push(await walker.take(next));
    await walker.leave();
    return [first, ...rest];
  }

  const arrivedAs = ({ step, error }: Taken) =>
    rowsOf(error, profile.variantsOf(step as Operation, 'promise'));

  it.each(ASKING)('shows every row as the profile says when a %s is refused', async (step) => {
    const wrong: unknown[] = [];
    for (const ordeal of ordealsOf(step)) {
      const [taken] = await walk(step, ordeal, []);
      if (!arrivedAs(taken).includes(ordeal.row)) wrong.push([ordeal, taken.error]);
    }
    expect(wrong).toEqual([]);
  });

  it.each(ASKING)('hides why the coordinator of a %s was not found', async (step) => {
    for (const code of [53, 7, 16, -1, NO_ROW, CONNECTION_LOST]) {
      const [taken] = await walk(step, { request: 'FindCoordinator', code }, []);
      expect(arrivedAs(taken)).toContain('TransactionalIdAuthorizationException');
      expect(arrivedAs(taken)).toContain('CoordinatorNotAvailableException');
    }
  });

  const fateOf = (taken: readonly Taken[]) =>
    taken.map(({ step, error }) =>
      error === undefined
        ? `${step} done`
        : `${step} ${arrivedAs({ step, error, active: undefined }).join()}`,
    );

  describe.each(['commit', 'abort'] as const)('after a failed %s', (end) => {
    const setbacks: readonly Setback[] = [...ordealsOf(end), { request: 'FindCoordinator', code: NO_ROW }];

    it('nothing can be done with the handle or the producer any more, whatever the error', async () => {
      expect(behaviour).toMatchObject({
        resumesCommit: false,
        resumesAbort: false,
        abortsAfterFailedCommit: false,
        stuckAfterFailedEnd: true,
      });
      for (const setback of setbacks) {
        const [failed, ...rest] = await walk(end, setback, [
          'commit',
          'abort',
          'send',
          'sendOffsets',
          'begin',
          'reconnect',
          'begin',
        ]);
        expect(failed.active).toBe(false);
        expect(fateOf(rest)).toEqual([
          'commit local',
          'abort local',
          'send local',
          'sendOffsets local',
          'begin local',
          'reconnect done',
          'begin local',
        ]);
      }
    });
  });

  it('leaves a transaction open whose send failed, to be aborted or committed without the records', async () => {
    for (const ordeal of ordealsOf('send')) {
      const [failed, ...rest] = await walk('send', ordeal, [
        'begin',
        'abort',
        'begin',
        'send',
        'commit',
        'begin',
      ]);
      expect(failed.active).toBe(true);
      expect(fateOf(rest)).toEqual([
        'begin local',
        'abort done',
        'begin done',
        'send done',
        'commit done',
        'begin done',
      ]);
      expect(fateOf((await walk('send', ordeal, ['commit', 'begin'])).slice(1))).toEqual([
        'commit done',
        'begin done',
      ]);
    }
  });

  it('leaves a transaction open whose offsets were refused, so that they can be sent again', async () => {
    for (const ordeal of ordealsOf('sendOffsets')) {
      const [failed, ...rest] = await walk('sendOffsets', ordeal, [
        'sendOffsets',
        'commit',
        'begin',
        'abort',
        'begin',
      ]);
      expect(failed.active).toBe(true);
      expect(fateOf(rest)).toEqual([
        'sendOffsets done',
        'commit done',
        'begin done',
        'abort done',
        'begin done',
      ]);
    }
  });

  it('initialises the producer in the first begin, which may be tried again, and in no later one', async () => {
    expect(behaviour.initialisedBy).toBe('begin');
    const walker = await walkerOn(kafkaOn(cluster));
    cluster.answerAlways('InitProducerId', 47);
    expect(fateOf([await walker.take('begin'), await walker.take('begin')])).toEqual([
      'begin InvalidProducerEpochException',
      'begin InvalidProducerEpochException',
    ]);
    cluster.answerAsUsual('InitProducerId');
    expect((await walker.take('begin')).error).toBeUndefined();
    cluster.answerAlways('InitProducerId', 47);
    expect((await walker.take('commit')).error).toBeUndefined();
    expect((await walker.take('begin')).error).toBeUndefined();
    cluster.answerAsUsual('InitProducerId');
    await walker.leave();
  });

  it.each(['commit', 'abort'] as const)(
    'asks no broker when a %s ends a transaction that nothing was sent in',
    async (end) => {
      const walker = await walkerOn(kafkaOn(cluster));
      cluster.answerAlways('EndTxn', 47);
      expect(fateOf([await walker.take('begin'), await walker.take(end)])).toEqual([
        'begin done',
        `${end} done`,
      ]);
      cluster.answerAsUsual('EndTxn');
      await walker.leave();
    },
  );

  it('may write to a socket that was ended when the first begin follows a disconnect', async () => {
    const walker = await walkerOn(kafkaOn(cluster));
    await walker.take('reconnect');
    expect(['begin done', 'begin NetworkException']).toEqual(
      expect.arrayContaining(fateOf([await walker.take('begin')])),
    );
    await walker.leave();
  });

  it('keeps a send of the producer out of an open transaction', async () => {
    const producer = new (kafkaOn(cluster))({ brokers: [] }).producer({ transactionalId: 'outside' });
    await producer.connect();
    const transaction = await producer.transaction();
    // A send that were part of the transaction would add its partition first.
    cluster.answerAlways('AddPartitionsToTxn', 47);
    const record = { topic: TOPIC, messages: [{ value: 'value' }] };
    await expect(producer.send(record)).resolves.toHaveLength(1);
    await expect(transaction.send(record)).rejects.toMatchObject({ code: 47 });
    cluster.answerAsUsual('AddPartitionsToTxn');
    await producer.disconnect();
  });

  it('commits without waiting for a send', async () => {
    expect(behaviour.commitFlushes).toBe(false);
    const producer = new (kafkaOn(cluster))({ brokers: [] }).producer({ transactionalId: 'unawaited' });
    await producer.connect();
    const transaction = await producer.transaction();
    const sent = rejectionOf(transaction.send({ topic: TOPIC, messages: [{ value: 'value' }] }));
    await expect(transaction.commit()).resolves.toBeUndefined();
    expect(rowsOf(await sent, profile.variantsOf('send', 'promise'))).toContain('local');
    await producer.disconnect();
  });

  it('shows an answer that comes too late as the profile says', async () => {
    const shown = REQUESTED.map(async ([step, request]) => {
      // A cluster of its own: answers that nobody waits for any more would hold up the tests that follow.
      const own = startMockCluster();
      own.createTopic(TOPIC);
      const walker = await walkerOn(kafkaOn(own, { requestTimeout: 300 }));
      for (const before of BEFORE[step]) expect((await walker.take(before)).error).toBeUndefined();
      for (let attempt = 0; attempt <= RETRIES; attempt++) own.answerLate(request, 1, 3000);
      const taken = await walker.take(step);
      await walker.leave();
      stopping.push(own.stop());
      return [request, arrivedAs(taken)] as const;
    });
    for (const [request, rows] of await Promise.all(shown)) {
      // Before AddPartitionsToTxn is tried again, the coordinator is looked for, behind the answer that is late.
      expect([request, ...rows]).toContain(
        request === 'AddPartitionsToTxn' ? 'CoordinatorNotAvailableException' : 'TimeoutException',
      );
    }
  });

  it('shows a broker that is gone as the profile says', async () => {
    for (const step of ASKING) {
      const own = startMockCluster();
      own.createTopic(TOPIC);
      const walker = await walkerOn(kafkaOn(own));
      for (const before of BEFORE[step]) await walker.take(before);
      own.takeDown(1);
      const taken = await walker.take(step);
      // The search for a coordinator hides the lost connection where it comes first.
      expect(arrivedAs(taken)).toContain(
        step === 'begin' || step === 'send' ? 'NetworkException' : 'CoordinatorNotAvailableException',
      );
      await walker.leave();
      stopping.push(own.stop());
    }
  });

  it('has the operations of a transaction on its handle, and gives offsets as text', async () => {
    expect(behaviour).toMatchObject({ operationsOn: 'handle', offsets: 'string' });
    const kafka = new (kafkaOn(cluster))({ brokers: [] });
    const producer = kafka.producer({ transactionalId: 'walker' });
    await producer.connect();
    expect(producer).not.toHaveProperty('commit');
    await producer.send({ topic: TOPIC, messages: [{ value: 'value' }] });
    await producer.disconnect();
    const consumer = kafka.consumer({ groupId: 'readers' });
    await consumer.connect();
    await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
    const offset = await new Promise((resolve) => {
      void consumer.run({
        eachMessage: ({ message }) => {
          resolve(message.offset);
          return Promise.resolve();
        },
      });
    });
    expect(typeof offset).toBe(behaviour.offsets);
    await consumer.disconnect();
  });

  it('shows a producer id that was retried and then refused as fenced by an unknown code (KAFKA-20310)', async () => {
    const walker = await walkerOn(kafkaOn(cluster));
    // A failed coordinator asks to try again; its successor has lost the previous id: CONCURRENT_TRANSACTIONS, PRODUCER_FENCED.
    cluster.answer('InitProducerId', [51, 90]);
    const taken = await walker.take('begin');
    expect(taken.error).toMatchObject({ type: 'KAFKAJS_UNKNOWN_ERROR_CODE', retriable: false });
    expect(arrivedAs(taken)).toContain('ProducerFencedException');
    // Another producer with the id gets a new epoch.
    expect(fateOf([await walker.take('begin'), await walker.take('commit')])).toEqual([
      'begin done',
      'commit done',
    ]);
    await walker.leave();
  });
});
