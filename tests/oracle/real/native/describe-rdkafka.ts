import { describe, expect, it } from 'vitest';
import { LIBRDKAFKA_CODES } from '../../../../src/clients/codes/librdkafka.js';
import { HEALED_BY_ABORT, handlingOf } from '../../../../src/clients/librdkafka-handling.js';
import { profileOf, type ErrorVariant } from '../../../../src/clients/index.js';
import { isRowId, rowOf } from '../../../../src/taxonomy/index.js';
import { isVariant, rowsOf } from '../../../clients/observed-error.js';
import { CONNECTION_LOST, startMockCluster, type MockCluster } from '../mock-cluster.js';
import { NO_ROW, ordealsOf, type AskedOperation, type Ordeal } from '../setback.js';
import { inParallel, nativeClient } from './native-client.js';
import { TOPIC, walkerOn, type RdKafka, type Step, type Walker } from './rdkafka-walker.js';

const profile = profileOf('rdkafka');
const { behaviour } = profile;

const BEFORE: Readonly<Record<Exclude<AskedOperation, 'begin'>, readonly Step[]>> = {
  init: [],
  send: ['init', 'begin'],
  sendOffsets: ['init', 'begin', 'send'],
  commit: ['init', 'begin', 'send'],
  abort: ['init', 'begin', 'send'],
};

/** Rows that a send alone raises answer the Produce request, not the one that adds its partitions. */
function isOfSendAlone(row: Ordeal['row']): boolean {
  return isRowId(row) && rowOf(row).raisedBy.every((operation) => operation === 'send');
}

/** How many producers are at work at once. */
const WIDTH = 12;

interface Flags {
  readonly code?: unknown;
  readonly isFatal?: unknown;
  readonly isRetriable?: unknown;
  readonly isTxnRequiresAbort?: unknown;
}

/** What an error says that is to be done. */
function said(error: unknown): string {
  if (error === undefined) return 'nothing';
  const { isFatal, isRetriable, isTxnRequiresAbort } = error as Flags;
  if (isFatal === true) return 'fatal';
  if (isTxnRequiresAbort === true) return 'abortable';
  return isRetriable === true ? 'retry' : 'nothing';
}

const codeOf = (error: unknown): unknown => (error as Flags | undefined)?.code;

const { ERR__CONFLICT, ERR__STATE, ERR__TIMED_OUT, ERR__FENCED } = LIBRDKAFKA_CODES;

/** Declares the tests of a package with the callback API. */
export function describeRdKafka(name: 'node-rdkafka' | '@confluentinc/kafka-javascript'): void {
  describe(`${name} on a mock cluster`, () => {
    const rdkafka = nativeClient(name) as RdKafka;

    /** Has a producer of its own, on a cluster of its own, do something. */
    async function onOwnCluster(act: (walker: Walker, cluster: MockCluster) => Promise<void>): Promise<void> {
      const cluster = startMockCluster();
      cluster.createTopic(TOPIC);
      const walker = await walkerOn(rdkafka, cluster);
      try {
        await act(walker, cluster);
      } finally {
        await walker.leave();
        await cluster.stop();
      }
    }

    /** Takes the step that is set back after those that lead to it, then the others: what each failed with. */
    async function walk({ operation, request, code }: Ordeal, then: readonly Step[]): Promise<unknown[]> {
      const errors: unknown[] = [];
      if (operation === 'begin') throw new Error('A begin asks nobody.');
      const step = operation;
      await onOwnCluster(async (walker, cluster) => {
        for (const before of BEFORE[step]) expect(await walker.take(before)).toBeUndefined();
        cluster.answerAlways(request, code);
        errors.push(await walker.take(step));
        cluster.answerAsUsual(request);
        for (const next of then) errors.push(await walker.take(next));
      });
      return errors;
    }

    const rowsAs = (step: Step, error: unknown) => rowsOf(error, profile.variantsOf(step, 'callback'));

    const isWord = ({ code }: Ordeal): boolean => code !== NO_ROW && code !== CONNECTION_LOST;

    it.each(['init', 'sendOffsets', 'commit'] as const)(
      'shows every row as the profile says when %s is refused',
      async (step) => {
        const wrong: unknown[] = [];
        await inParallel(ordealsOf(step).filter(isWord), WIDTH, async (ordeal) => {
          const [error] = await walk(ordeal, []);
          if (!rowsAs(step, error).includes(ordeal.row)) wrong.push([ordeal, error]);
        });
        expect(wrong).toEqual([]);
      },
    );

    it('asks an abort to be aborted, which the profile leaves out, and renews a lost producer id by itself', async () => {
      const wrong: unknown[] = [];
      const withoutFlag = (error: unknown) =>
        error instanceof Error && 'isTxnRequiresAbort' in error
          ? Object.assign(error, { isTxnRequiresAbort: false })
          : error;
      await inParallel(ordealsOf('abort').filter(isWord), WIDTH, async (ordeal) => {
        const [error] = await walk(ordeal, []);
        const isHealed = isRowId(ordeal.row) && HEALED_BY_ABORT.includes(ordeal.row);
        const isRight = isHealed
          ? error === undefined
          : rowsAs('abort', withoutFlag(error)).includes(ordeal.row);
        if (!isRight) wrong.push([ordeal, error]);
      });
      expect(wrong).toEqual([]);
    });

    it.each([
      ['init', 'retry'],
      ['sendOffsets', 'abortable'],
      ['commit', 'abortable'],
    ] as const)('calls an error of %s that it does not know %s', async (step, handling) => {
      for (const ordeal of ordealsOf(step).filter(({ code }) => code === NO_ROW)) {
        const [error] = await walk(ordeal, []);
        expect(said(error)).toBe(handling);
        expect(codeOf(error)).toBe(NO_ROW);
      }
    });

    it('takes a lost connection for one that comes back', async () => {
      const lost = (step: AskedOperation) => ordealsOf(step).filter(({ code }) => code === CONNECTION_LOST);
      for (const ordeal of [...lost('init'), ...lost('commit'), ...lost('abort')]) {
        const [error] = await walk(ordeal, []);
        expect(said(error)).toBe('retry');
      }
    });

    it('hands an error of a send to the commit, which says what is to be done', async () => {
      const wrong: [Ordeal, ...unknown[]][] = [];
      const ordeals = ordealsOf('send')
        .filter(isWord)
        .filter(({ request, row }) => request !== 'AddPartitionsToTxn' || !isOfSendAlone(row))
        // Brokers answer a Produce request with INVALID_PRODUCER_EPOCH alone (KIP-588).
        .filter(({ request, row }) => request !== 'Produce' || row !== 'ProducerFencedException');
      await inParallel(ordeals, WIDTH, async (ordeal) => {
        const [sent, committed] = await walk(ordeal, ['commit']);
        const request = ordeal.request === 'Produce' ? 'produce' : 'addPartitionsToTxn';
        const handling = isRowId(ordeal.row) ? handlingOf(ordeal.row, request) : 'none';
        if (handling === 'none') {
          if (sent !== undefined || committed !== undefined) wrong.push([ordeal, sent, committed]);
          return;
        }
        // Retries end with the time that the records or the transaction have.
        const isRight =
          handling === 'retry'
            ? codeOf(committed) === ERR__TIMED_OUT && said(committed) === 'abortable'
            : said(committed) === handling;
        const row: ErrorVariant['row'] = handling === 'retry' ? 'TimeoutException' : ordeal.row;
        const isKnown = handling === 'fatal' || rowsAs('commit', committed).includes(row);
        if (sent === undefined || !isRight || !isKnown) wrong.push([ordeal, sent, committed]);
      });
      // Version 2.0 fails a transaction on CORRUPT_MESSAGE, which later ones retry.
      expect(wrong.filter(([{ row }]) => row !== 'CorruptRecordException')).toEqual([]);
    });

    it(`tells a delivery report ${name === 'node-rdkafka' ? 'no code' : 'the code'}`, async () => {
      const ordeal = ordealsOf('send').find(({ request, code }) => request === 'Produce' && code === 47);
      if (!ordeal) throw new Error('No such ordeal');
      const [error] = await walk(ordeal, []);
      expect(said(error)).toBe('nothing');
      expect(codeOf(error)).toBe(name === 'node-rdkafka' ? LIBRDKAFKA_CODES.ERR_UNKNOWN : 47);
    });

    it('aborts a transaction whose commit has to be aborted, and begins another', async () => {
      expect(behaviour).toMatchObject({ abortsAfterFailedCommit: true, stuckAfterFailedEnd: false });
      await inParallel(ordealsOf('commit').filter(isWord), WIDTH, async (ordeal) => {
        const [error, aborted, begun] = await walk(ordeal, ['abort', 'begin']);
        if (said(error) !== 'abortable') return;
        expect([ordeal.row, aborted, begun]).toEqual([ordeal.row, undefined, undefined]);
      });
    });

    it('does nothing more after a fatal error', async () => {
      let fatal = 0;
      await inParallel(
        [...ordealsOf('commit'), ...ordealsOf('abort')].filter(isWord),
        WIDTH,
        async (ordeal) => {
          const [error, ...rest] = await walk(ordeal, ['abort', 'commit', 'begin']);
          if (said(error) !== 'fatal') return;
          fatal += 1;
          expect([ordeal.row, ...rest.map(codeOf)]).toEqual([ordeal.row, ...rest.map(() => codeOf(error))]);
          expect(rest.every((one) => one !== undefined)).toBe(true);
        },
      );
      expect(fatal).toBeGreaterThan(5);
    });

    it.each([
      ['commit', 'abort'],
      ['abort', 'commit'],
    ] as const)('resumes a %s that took too long, and refuses to %s meanwhile', async (end, other) => {
      expect(behaviour).toMatchObject({ resumesCommit: true, resumesAbort: true });
      await onOwnCluster(async (walker, cluster) => {
        for (const before of BEFORE[end]) await walker.take(before);
        // COORDINATOR_LOAD_IN_PROGRESS
        cluster.answerAlways('EndTxn', 14);
        const late = await walker.take(end);
        expect([codeOf(late), said(late)]).toEqual([ERR__TIMED_OUT, 'retry']);
        expect(codeOf(await walker.take(other))).toBe(ERR__CONFLICT);
        expect(rowsAs('commit', await walker.take(other))).toEqual(['local']);
        expect(codeOf(await walker.take('begin'))).toBe(ERR__CONFLICT);
        cluster.answerAsUsual('EndTxn');
        let again = await walker.take(end);
        for (let attempts = 0; attempts < 10 && said(again) === 'retry'; attempts++)
          again = await walker.take(end);
        expect(again).toBeUndefined();
        expect(await walker.take('begin')).toBeUndefined();
      });
    });

    it('sends offsets again that were refused for a time', async () => {
      const ordeal = ordealsOf('sendOffsets').find(
        ({ request, row }) => request === 'AddOffsetsToTxn' && row === 'CoordinatorLoadInProgressException',
      );
      if (!ordeal) throw new Error('No such ordeal');
      const [error, again, committed] = await walk(ordeal, ['sendOffsets', 'commit']);
      expect(said(error)).toBe('retry');
      expect([again, committed]).toEqual([undefined, undefined]);
    });

    it('delivers what nobody waits for before it commits', async () => {
      expect(behaviour.commitFlushes).toBe(true);
      await onOwnCluster(async (walker) => {
        for (const before of BEFORE.send) await walker.take(before);
        const order: string[] = [];
        const sent = walker.take('send').then((error) => {
          order.push(error === undefined ? 'sent' : 'not sent');
        });
        const committed = walker.take('commit').then((error) => {
          order.push(error === undefined ? 'committed' : 'not committed');
        });
        await Promise.all([sent, committed]);
        expect(order).toEqual(expect.arrayContaining(['sent', 'committed']));
      });
    });

    it('wants init before begin, and begin before a record', async () => {
      expect(behaviour.initialisedBy).toBe('init');
      await onOwnCluster(async (walker) => {
        const early = await walker.take('begin');
        expect(codeOf(early)).toBe(ERR__STATE);
        expect(rowsAs('begin', early)).toContain('local');
        await walker.take('init');
        const outside = await walker.take('send');
        expect(codeOf(outside)).toBe(ERR__STATE);
        expect(profile.variantsOf('send', 'callback').some((variant) => isVariant(variant, outside))).toBe(
          true,
        );
      });
    });

    it('shows a producer id that was retried and then refused as fenced as fatal (KAFKA-20310)', async () => {
      await onOwnCluster(async (walker, cluster) => {
        cluster.answer('InitProducerId', [51, 90]);
        const error = await walker.take('init');
        expect([codeOf(error), said(error)]).toEqual([ERR__FENCED, 'fatal']);
        // The same producer stays so; another one with the id is given an epoch.
        expect(said(await walker.take('init'))).toBe('fatal');
        const next = await walkerOn(rdkafka, cluster);
        expect(await next.take('init')).toBeUndefined();
        await next.leave();
      });
    });

    it('tries an init again that the cluster refuses for ever, each time for as long as it was given (KAFKA-20310)', async () => {
      await onOwnCluster(async (walker, cluster) => {
        // UNKNOWN_SERVER_ERROR
        cluster.answerAlways('InitProducerId', -1);
        for (let attempt = 0; attempt < 3; attempt++) expect(said(await walker.take('init'))).toBe('retry');
      });
    });
  });
}
