import { expect, it } from 'vitest';
import { lint } from '../lint.js';

/** What is reported of a function whose parameter says by its type that it has a producer. */
const reported = (declared: string, parameter: string, producer: string): string[] =>
  lint(
    `import type { Kafka, Producer } from 'kafkajs';
${declared}
export async function publish(${parameter}, messages: { value: string }[]): Promise<void> {
  const transaction = await ${producer}.transaction();
  try {
    await transaction.send({ topic: 't', messages });
    await transaction.commit();
  } catch (error) {
    await transaction.abort().catch(() => undefined);
    throw error;
  }
}
`,
    'publish.ts',
  ).map(({ rule }) => rule);

it.each([
  ['', 'p: Pick<Producer, "transaction">', 'p'],
  ['', 'p: NonNullable<Producer | null>', 'p'],
  ['', "p: ReturnType<Kafka['producer']>", 'p'],
  ['', 'p: readonly Producer[]', 'p[0]!'],
  ['', 'p: [name: string, producer: Producer]', 'p[1]'],
  ['', 'p: Map<string, Producer>', "p.get('orders')!"],
  ['', 'p: Record<string, Producer>', "p['orders']!"],
  ['', 'p: Record<string, Producer>', 'p.orders!'],
  ['', "p: Record<'orders' | 'refunds', Producer>, kind: 'orders' | 'refunds'", 'p[kind]'],
  ['type Maybe<T> = T | null;', 'p: Maybe<Producer>', 'p!'],
  ['type Named<T = Producer> = T & { name: string };', 'p: Named', 'p'],
  ['interface Context<P> { p: P }', 'c: Context<Producer>', 'c.p'],
  ['interface Context<P = Producer> { p: P }', 'c: Context', 'c.p'],
  [
    'interface Base<P> { p: P }\ninterface Context extends Base<Producer> { name: string }',
    'c: Context',
    'c.p',
  ],
  ['interface Context<P extends Producer> { p: P }', 'c: Context<Producer>', 'c.p'],
])('knows a producer by its type: %s %s', (declared, parameter, producer) => {
  expect(reported(declared, parameter, producer)).toEqual(['no-abort-after-commit']);
});

it.each([
  ['interface Context<P = Producer> { p: P }', 'c: Context<{ transaction(): any }>', 'c.p'],
  ['interface Base<P> { p: P; q: Producer }', 'c: Base<IDBDatabase>', 'c.p'],
  ['', 'p: [Producer, IDBDatabase]', 'p[1]'],
])('does not take something else for one: %s %s', (declared, parameter, thing) => {
  expect(reported(declared, parameter, thing)).toEqual([]);
});
