import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIBRDKAFKA_CODES } from '../../src/clients/codes/librdkafka.js';
import {
  handlingOf,
  HEALED_BY_ABORT,
  type Handling,
  type Request,
} from '../../src/clients/librdkafka-handling.js';
import { rows } from '../../src/taxonomy/index.js';

const require = createRequire(import.meta.url);
const SOURCES = join(dirname(require.resolve('node-rdkafka/package.json')), 'deps', 'librdkafka', 'src');

/** The text of a function, or of what follows its name up to the closing brace in the first column. */
function functionText(file: string, name: string): string {
  const text = readFileSync(join(SOURCES, file), 'utf8');
  const start = new RegExp(`^(static \\w+ |\\w+ )?${name}\\(rd_kafka_t \\*rk,[^;]*?\\{`, 'm').exec(
    text,
  )?.index;
  if (start === undefined) throw new Error(`No ${name} in ${file}`);
  return text.slice(start, text.indexOf('\n}', start));
}

const HANDLING_BY_ACTION: [string, Handling][] = [
  ['RD_KAFKA_ERR_ACTION_FATAL', 'fatal'],
  ['RD_KAFKA_ERR_ACTION_PERMANENT', 'abortable'],
  ['RD_KAFKA_ERR_ACTION_RETRY', 'retry'],
  ['is_fatal = rd_true', 'fatal'],
];

/** The cases of the first switch in a function's text that knows the error, each with what is done there. */
function casesOf(text: string): ReadonlyMap<string, Handling> {
  const cases = new Map<string, Handling>();
  let open: string[] = [];
  let body = '';
  for (const line of text.slice(text.indexOf('switch (')).split('\n')) {
    const name = /case RD_KAFKA_RESP_(ERR_\w+):/.exec(line)?.[1];
    if (name !== undefined) open.push(name);
    else body += line;
    if (/^\s*(break|return|goto \w+);/.test(line)) {
      const handling = HANDLING_BY_ACTION.find(([action]) => body.includes(action))?.[1];
      for (const one of open) if (handling !== undefined && !cases.has(one)) cases.set(one, handling);
      open = [];
      body = '';
    }
  }
  return cases;
}

const REQUESTS: [Request, string, string, Handling][] = [
  ['addPartitionsToTxn', 'rdkafka_txnmgr.c', 'rd_kafka_txn_handle_AddPartitionsToTxn', 'abortable'],
  ['addOffsetsToTxn', 'rdkafka_txnmgr.c', 'rd_kafka_txn_handle_AddOffsetsToTxn', 'abortable'],
  ['txnOffsetCommit', 'rdkafka_txnmgr.c', 'rd_kafka_txn_handle_TxnOffsetCommit', 'abortable'],
  ['endTxn', 'rdkafka_txnmgr.c', 'rd_kafka_txn_handle_EndTxn', 'abortable'],
  ['initProducerId', 'rdkafka_idempotence.c', 'rd_kafka_idemp_check_error', 'retry'],
];

describe('what librdkafka does with an error', () => {
  it.each(REQUESTS)('of %s is what its source says', (request, file, name, otherwise) => {
    const cases = casesOf(functionText(file, name));
    expect(cases.size).toBeGreaterThan(3);
    for (const { id, protocolCode } of rows.filter((row) => row.protocolCode !== null)) {
      const names = Object.entries(LIBRDKAFKA_CODES)
        .filter(([, code]) => code === protocolCode)
        .map(([constant]) => constant);
      const said = names.map((constant) => cases.get(constant)).find((handling) => handling !== undefined);
      expect([id, handlingOf(id, request)]).toEqual([id, said ?? otherwise]);
    }
  });

  it('of produce is a retry where its source says so', () => {
    const text = readFileSync(join(SOURCES, 'rdkafka_request.c'), 'utf8');
    const between = (start: string, end: string) => {
      const from = text.slice(text.indexOf(start));
      return from.slice(0, from.indexOf(end));
    };
    const explicit = between('perr->actions = rd_kafka_err_action(', 'RD_KAFKA_ERR_ACTION_END')
      .split(/(?<=RD_KAFKA_RESP_ERR_\w+),/)
      .filter((entry) => /ACTION_(REFRESH|RETRY)/.test(entry));
    const byDefault = between('/* Default error matching */', 'default:')
      .split('break;')
      .filter((group) => /ACTION_(REFRESH|RETRY)/.test(group));
    const retried = [...explicit, ...byDefault].flatMap((part) =>
      [...part.matchAll(/RD_KAFKA_RESP_(ERR_\w+)/g)].map(
        ([, name]) => LIBRDKAFKA_CODES[name as keyof typeof LIBRDKAFKA_CODES],
      ),
    );
    const table = rows
      .filter(({ id }) => handlingOf(id, 'produce') === 'retry')
      .map(({ protocolCode }) => protocolCode);
    const source = rows.filter(({ protocolCode }) => retried.some((code) => code === protocolCode));
    expect(table).toEqual(source.map(({ protocolCode }) => protocolCode));
  });

  it('renews the producer id by itself for the errors in the table', () => {
    const text = functionText('rdkafka_txnmgr.c', 'rd_kafka_txn_handle_EndTxn');
    const before = text.slice(0, text.indexOf('require_bump = rd_true'));
    const named = [...before.slice(before.lastIndexOf('break;')).matchAll(/RD_KAFKA_RESP_(ERR_\w+)/g)].map(
      ([, name]) => LIBRDKAFKA_CODES[name as keyof typeof LIBRDKAFKA_CODES],
    );
    const healed = rows
      .filter(({ id }) => HEALED_BY_ABORT.includes(id))
      .map(({ protocolCode }) => protocolCode);
    expect(healed.sort()).toEqual(named.sort());
  });
});
