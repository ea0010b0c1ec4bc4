import * as parser from '@typescript-eslint/parser';
import type { TSESLint } from '@typescript-eslint/utils';
import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { textInQuestion } from '../../src/fixes/text-in-question.js';
import { inserted, type Change } from '../../src/fixes/change.js';
import { analyse } from '../../src/flow/analysis.js';

const code = `import { Kafka, type Producer } from 'kafkajs';

const limits = { orders: 5 };
const limitOf = (topic: string) => limits[topic];
let failures = 0;

interface Deps { producer: Producer }
interface Price { amount: number }

function isRetriable(error: Error & { retriable?: boolean }) { return error.retriable; }

export const format = (price: Price) => price.amount.toFixed(2);

class Cart {
  total() { return 0; }
}

export async function publish({ producer }: Deps, messages: unknown[]) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages: messages.slice(0, limitOf('orders')) });
  } catch (error) {
    if (!isRetriable(error)) failures += 1;
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}

export const count = () => { failures += 1; };
export const unrelated = () => new Cart().total();
`;

/** The text in question of a change to the file, and the names of which it lacks the declarations. */
function asked(change: Change): { text: string; lacks: string[] } {
  const text = textOf(code, change);
  const names = [
    'limits',
    'limitOf',
    'failures',
    'Deps',
    'Price',
    'isRetriable',
    'format',
    'Cart',
    'publish',
  ];
  return {
    text,
    lacks: [...names, 'count', 'unrelated'].filter(
      (name) => !new RegExp(`(const|let|interface|function|class) ${name}\\b`).test(text),
    ),
  };
}

function textOf(whole: string, change: Change, sourceType: 'module' | 'commonjs' = 'module'): string {
  let text = '';
  new Linter().verify(
    whole,
    {
      languageOptions: { parser, sourceType },
      plugins: {
        own: {
          rules: {
            ask: {
              create: ({ sourceCode }) => {
                text = textInQuestion(analyse(sourceCode as unknown as TSESLint.SourceCode), change);
                return {};
              },
            },
          },
        },
      },
      rules: { 'own/ask': 'error' },
    },
    'file.js',
  );
  return text;
}

it('keeps what works on a transaction, what that uses, and what changes that', () => {
  expect(asked([]).lacks).toEqual(['Price', 'format', 'Cart', 'unrelated']);
});

it('keeps what a change touches, and what its new text names', () => {
  expect(asked([inserted(code.indexOf("'kafkajs'"), 'new Cart();')]).lacks).toEqual([
    'Price',
    'format',
    'unrelated',
  ]);
  expect(asked([inserted(code.indexOf('price.amount'), ' ')]).lacks).toEqual(['Cart', 'unrelated']);
});

it('leaves everything where it was', () => {
  const { text } = asked([]);
  expect(text).toHaveLength(code.length);
  expect(text.indexOf('async function publish')).toBe(code.indexOf('async function publish'));
  expect(text.split('\n')).toHaveLength(code.split('\n').length);
});

it('keeps what a function uses that is handed out as a property', () => {
  const script = `const { Kafka } = require('kafkajs');
const retry = require('async-retry');
const cart = () => ({ total: 0 });
const producer = new Kafka({ brokers: [] }).producer({ transactionalId: 'orders' });
exports.publish = async (messages) => {
  const transaction = await producer.transaction();
  await retry(() => transaction.send({ topic: 'orders', messages }));
  await transaction.commit();
};
exports.cart = cart;
`;
  const text = textOf(script, [], 'commonjs');

  expect(text).toContain("require('async-retry')");
  expect(text).not.toContain('total: 0');
});
