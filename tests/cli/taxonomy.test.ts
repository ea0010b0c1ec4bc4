import { describe, expect, it } from 'vitest';
import { knownNames, rowsCalled } from '../../src/clients/called.js';
import { appearancesOf } from '../../src/clients/appearances.js';
import { profiles, spellingsOf } from '../../src/clients/index.js';
import { closeNames } from '../../src/cli/close-names.js';
import { categoryOf, rows } from '../../src/taxonomy/index.js';
import { invoked, plain } from './invoked.js';

const asked = (...args: string[]) => invoked(['taxonomy', ...args], '.', { env: { COLUMNS: '120' } });

const idsOf = (text: string): string[] => [...new Set(rowsCalled(text).map(({ row }) => row))];

describe('kafka-transactions taxonomy', () => {
  it('shows a row: its category, what to do, and how each client spells it after each operation', async () => {
    const { code, out } = await asked('TimeoutException');

    expect(code).toBe(0);
    expect(out).toContain('protocol      REQUEST_TIMED_OUT, 7\n');
    expect(out).toContain(
      'extends       RetriableException > ApiException > KafkaException > RuntimeException\n',
    );
    expect(out).toContain(
      'what to do    Nothing while the producer retries by itself; once its retries are spent',
    );
    expect(out).toContain(
      '  after send\n    KafkaJSNumberOfRetriesExceeded, caused by KafkaJSProtocolError { retriable: true,',
    );
    expect(out).toContain('MultipleErrors { name: ');
    expect(out.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });

  it('shows both categories of the row that has two', async () => {
    const { out } = await asked('InvalidTxnStateException');

    expect(out).toMatch(/Abortable\nafter +send, sendOffsets\n/);
    expect(out).toMatch(/Application-recoverable\nafter +commit, abort\n/);
  });

  it.each([
    ['timeoutexception', ['TimeoutException']],
    ['REQUEST_TIMED_OUT', ['TimeoutException']],
    ['7', ['TimeoutException']],
    ['PRODUCER_FENCED', ['ProducerFencedException']],
    ['NOT_COORDINATOR_FOR_GROUP', ['NotCoordinatorException']],
    ['ERR__FENCED', ['InvalidProducerEpochException', 'ProducerFencedException']],
    ['-144', ['InvalidProducerEpochException', 'ProducerFencedException']],
    [
      'RefreshRetriableException',
      rows.filter((r) => categoryOf(r.id, 'send') === 'producer-refresh-retriable').map((r) => r.id),
    ],
    ['KAFKAJS_UNKNOWN_ERROR_CODE', idsOf('-99')],
  ])('%s stands for its rows', (text, expected) => {
    expect(expected.length).toBeGreaterThan(0);
    expect(idsOf(text)).toEqual(expected);
  });

  it('lists the rows where a name stands for several', async () => {
    const { code, out } = await asked('-144');

    expect(code).toBe(0);
    expect(out).toContain(
      '-144 (the code in @confluentinc/kafka-javascript, the code in node-rdkafka) stands for 2 errors:',
    );
    expect(out).toContain('  ProducerFencedException application-recoverable\n');
  });

  it('shows the whole table to who asks for none', async () => {
    const { code, out } = await asked();

    expect(code).toBe(0);
    for (const { id } of rows) expect(out).toContain(`    ${id} (`);
  });

  it('gives the same as data', async () => {
    const all = JSON.parse((await asked('--json')).out) as { id: string }[];
    const [one] = JSON.parse((await asked('--json', 'TRANSACTION_ABORTABLE')).out) as {
      operations: Record<string, string>;
      clients: Record<string, unknown[]>;
    }[];

    expect(all.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(one?.operations).toEqual({
      send: 'producer-abortable',
      sendOffsets: 'producer-abortable',
      commit: 'producer-abortable',
    });
    expect(Object.keys(one?.clients ?? {})).toEqual(profiles.map(({ id }) => id));
  });

  it.each([
    ['TimeoutExcepton', 'Did you mean TimeoutException?'],
    ['REQUEST_TIMEOUT', 'Did you mean REQUEST_TIMED_OUT?'],
    ['ProducerFenced', 'Did you mean PRODUCER_FENCED or ProducerFencedException?'],
    ['PRODUCER_FENCD', 'Did you mean PRODUCER_FENCED?'],
    ['ERR__FENCD', 'Did you mean ERR__FENCED'],
    ['nothing at all', 'No error is called nothing at all. An error that is not in the table is handled'],
    ['4711', 'No error is called 4711. An error'],
  ])('%s is no error', async (text, message) => {
    const { code, out, err } = await asked(text);

    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(message);
  });

  it.each([
    [['TimeoutException', 'ProducerFencedException'], 'One error at a time'],
    [['--nope'], "Unknown option '--nope'"],
  ])('%j is called wrongly', async (args, message) => {
    const { code, err } = await asked(...args);

    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('colours a terminal alone', async () => {
    const terminal = await invoked(['taxonomy', '7'], '.', { isTTY: true, columns: 120 });

    expect(terminal.out).toContain('\u001B[1m');
    expect(plain(terminal.out)).toBe((await asked('7')).out);
  });
});

describe('the look-up', () => {
  it('finds every row by all that it is called', () => {
    for (const { id, protocolName, protocolCode } of rows) {
      const names = [id, ...(protocolName === null ? [] : [protocolName, String(protocolCode)])];
      for (const { id: client } of profiles) {
        const { types, codes, apiIds } = spellingsOf(id, client);
        names.push(...[...types, ...codes, ...apiIds].map(String));
      }
      for (const name of names) expect([name, idsOf(name)]).toEqual([name, expect.arrayContaining([id])]);
    }
  });

  it('knows what it names', () => {
    for (const name of knownNames()) expect([name, idsOf(name).length > 0]).toEqual([name, true]);
  });

  it('says nothing of what is no name', () => {
    expect(['', '  ', 'toString', '__proto__', '1.5', '-'].flatMap(idsOf)).toEqual([]);
  });

  it('is close to a name by few letters, not by many', () => {
    expect(
      closeNames('abortable', ['TRANSACTION_ABORTABLE', 'TransactionAbortableException', 'ABORT']),
    ).toEqual(['TRANSACTION_ABORTABLE', 'TransactionAbortableException']);
    expect(closeNames('ERR_TIMDE_OUT', ['ERR_TIMED_OUT'])).toEqual(['ERR_TIMED_OUT']);
    expect(closeNames('banana', ['ERR_TIMED_OUT', 'ABORT'])).toEqual([]);
  });

  it('has a form of each row for each operation that a client can raise it in', () => {
    for (const { id } of rows) {
      for (const profile of profiles) {
        const told = appearancesOf(id, profile.id).flatMap((a) => a.operations);
        expect(new Set(told).size).toBe(told.length);
        for (const operation of ['send', 'commit'] as const)
          expect(told.includes(operation)).toBe(
            (['promise', 'callback', 'sync'] as const).some((style) =>
              profile.variantsOf(operation, style).some((v) => v.row === id),
            ),
          );
      }
    }
  });
});
