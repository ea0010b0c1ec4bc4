import path from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { ESLint, Linter } from 'eslint';
import { expect, it } from 'vitest';
import plugin from '../../src/index.js';
import { kafkajs } from '../rules/clients.js';

const code = kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
}
`);
const moved = code
  .replace('    await transaction.commit();\n', '')
  .replace(/ {2}\}\n\}\n$/, '  }\n  await transaction.commit();\n}\n');

function lint(
  text: string,
  languageOptions: Linter.LanguageOptions = {},
  rules: Linter.RulesRecord = { 'kafka-transactions/no-abort-after-commit': 'error' },
): Linter.LintMessage[] {
  return new Linter().verify(
    text,
    [{ languageOptions, plugins: { 'kafka-transactions': plugin }, rules }],
    'file.js',
  );
}

const fixed = (text: string, [message]: Linter.LintMessage[]): string | undefined =>
  message?.fix && text.slice(0, message.fix.range[0]) + message.fix.text + text.slice(message.fix.range[1]);

type Parser = Linter.Parser & {
  parseForESLint: (text: string, options?: unknown) => Linter.ESLintParseResult;
};

/** A parser that tells of every text that it is given. */
const telling = (tell: (text: string, options: Record<string, unknown>) => void): Linter.Parser => ({
  parseForESLint: (text: string, options: Record<string, unknown>) => {
    tell(text, options);
    return (parser as unknown as Parser).parseForESLint(text, options);
  },
});

it('fixes what the parser of ESLint has read', () => {
  expect(fixed(code, lint(code))).toBe(moved);
});

it('keeps how lines end', () => {
  const text = code.replaceAll('\n', '\r\n');

  expect(fixed(text, lint(text))).toBe(moved.replaceAll('\n', '\r\n'));
});

it('reads a script as the script that it was', () => {
  const script = code
    .replace(
      /import \{ Kafka \} from 'kafkajs';/,
      "'use strict'; const { Kafka } = require('kafkajs'); var let_ = 010 && 0;",
    )
    .replace("'use strict'; ", '')
    .replace('export async', 'exports.publish = async');

  expect(fixed(script, lint(script, { sourceType: 'commonjs' }))).toContain(
    '  }\n  await transaction.commit();',
  );
});

it('gives the parser what it had, but no project', () => {
  const seen: Record<string, unknown>[] = [];
  const options = {
    parser: telling((_, given) => seen.push(given)),
    parserOptions: {
      ecmaFeatures: { jsx: true },
      programs: null,
      debugLevel: [],
      warnOnUnsupportedTypeScriptVersion: false,
    },
  };

  expect(fixed(code, lint(code, options))).toBe(moved);
  expect(seen.length).toBeGreaterThan(1);
  for (const given of seen.slice(1)) {
    expect(given).toMatchObject({ ecmaFeatures: { jsx: true }, warnOnUnsupportedTypeScriptVersion: false });
    expect(given).not.toHaveProperty('programs');
  }
});

it('only suggests where the changed text cannot be read', () => {
  let readings = 0;
  const once = telling(() => {
    readings += 1;
    if (readings > 1) throw new Error('not a second time');
  });
  const [message] = lint(code, { parser: once });

  expect(message?.fix).toBeUndefined();
  expect(
    message?.suggestions?.map(({ fix }) => code.slice(0, fix.range[0]) + fix.text + code.slice(fix.range[1])),
  ).toEqual([moved]);
});

it('offers nothing that does not parse', () => {
  const old = `${kafkajs('')}
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
export async function publish(message) {
  console.log(message.value);
  const transaction = await producer.transaction();
  await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic: 'a', partitions: [{ partition: 0, offset: message.offset }] }] });
  await transaction.commit();
}
`;
  const rules: Linter.RulesRecord = { 'kafka-transactions/require-next-offset': 'error' };

  expect(lint(old, { ecmaVersion: 2022 }, rules)[0]?.fix).toBeDefined();
  // Before ES2020 there was no 1n.
  const [message] = lint(old, { ecmaVersion: 2019 }, rules);

  expect(message?.ruleId).toBe('kafka-transactions/require-next-offset');
  expect(message?.fix).toBeUndefined();
  expect(message?.suggestions ?? []).toEqual([]);
});

it('fixes with types, too, what is found without them', async () => {
  const root = path.join(import.meta.dirname, '../..');
  const eslint = new ESLint({
    cwd: root,
    fix: true,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts'],
        languageOptions: { parser, parserOptions: { projectService: true, tsconfigRootDir: root } },
      },
      plugin.configs['recommended-type-checked'],
    ],
  });
  const [result] = await eslint.lintFiles(['examples/order-service/src/mistakes/confirm-payment.ts']);

  expect(result?.messages).toEqual([]);
  expect(result?.output).toContain('    }\n    await transaction.commit();\n');
});

/** How many texts are read while a file is linted, beside the file itself. */
function readingsFor(text: string): { readings: number; messages: Linter.LintMessage[] } {
  let readings = -1;
  const languageOptions = { parser: telling(() => readings++) };
  const messages = lint(text, languageOptions, {
    'kafka-transactions/no-dead-error-check': 'error',
    'kafka-transactions/require-transaction-end': 'error',
  });
  return { readings, messages };
}

it('reports each of very many mistakes, and looks for the fixes of the first ones', () => {
  const checks = Array.from(
    { length: 200 },
    (_, index) => `    if (error.type === 'KIND_${index}') console.warn('kind ${index}', error);`,
  );
  const text = code
    .replace('    await transaction.commit();\n', '')
    .replace(/ {4}await transaction\.abort[^]*$/, `${checks.join('\n')}\n    throw error;\n  }\n}\n`);
  const { readings, messages } = readingsFor(text);

  const dead = messages.filter(({ ruleId }) => ruleId === 'kafka-transactions/no-dead-error-check');
  const offers = dead.filter(({ fix, suggestions }) => fix ?? suggestions);

  expect(dead).toHaveLength(200);
  expect(offers.slice(0, 2)).toEqual(dead.slice(0, 2));
  expect(offers.length).toBeLessThan(20);
  expect(readings).toBeLessThan(20);
});

it('offers one change where a transaction is left open by many ways', () => {
  const exits = Array.from({ length: 30 }, (_, index) => `  if (messages[${index}] === 1) return ${index};`);
  const text = code
    .replace('  try {', `${exits.join('\n')}\n  try {`)
    .replace('    await transaction.commit();\n', '')
    .replace(/\n\}\n$/, '\n  await transaction.commit();\n}\n');
  const { readings, messages } = readingsFor(text);

  expect(messages[0]?.suggestions).toHaveLength(1);
  expect(messages[0]?.suggestions?.[0]?.fix.text.match(/transaction\.abort\(\)/g)).toHaveLength(30);
  expect(readings).toBeLessThan(5);
});

it('leaves the loop of a helper that may do other work, too', () => {
  const retrying = (repeated: string, put: string): string =>
    kafkajs(`
function retried(work, times) {
  return async (...args) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ${repeated};
      } catch (error) {
        if (attempt >= times) throw error;
      }
    }
  };
}
async function send(transaction, messages) {
  await transaction.send({ topic: 'orders', messages });
}
const put = ${put};
export const prices = retried(() => fetch('prices'), 3);
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await put(transaction, messages);
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`);
  const rules = { 'kafka-transactions/no-transactional-send-retry': 'error' } as const;
  const offered = (text: string): number => {
    const [message, ...others] = lint(text, {}, rules);
    expect(message).toBeDefined();
    expect(others).toEqual([]);
    return (message?.fix ? 1 : 0) + (message?.suggestions?.length ?? 0);
  };

  expect(offered(retrying('work(...args)', 'retried(send, 3)'))).toBe(0);
  // What the loop calls by its name is its own work.
  expect(offered(retrying('send(...args)', 'retried(undefined, 3)'))).toBe(1);
});
