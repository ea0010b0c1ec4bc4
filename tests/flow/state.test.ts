import { AST_NODE_TYPES, type TSESTree } from '@typescript-eslint/utils';
import { describe, expect, it } from 'vitest';
import { State, type ErrorFact, type Fact, type TransactionFact } from '../../src/flow/state.js';
import { literal, unknown } from '../../src/model/value.js';

const nodeAt = (start: number): TSESTree.Node =>
  ({ type: AST_NODE_TYPES.CallExpression, range: [start, start + 5] }) as unknown as TSESTree.Node;

const error: ErrorFact = {
  is: 'error',
  mask: 0b101n,
  judged: false,
  sorted: false,
  surfaced: false,
  unheard: false,
  handler: nodeAt(10),
  during: [],
  cleanedBy: undefined,
};
const transaction: TransactionFact = {
  is: 'transaction',
  client: 'kafkajs',
  producer: 'p',
  state: 'open',
  begun: nodeAt(1),
  used: false,
  held: false,
  failed: [],
  sent: [{ text: 'a', hash: 1, varies: [] }],
  commit: undefined,
  commitError: undefined,
  abortError: undefined,
  abortVia: undefined,
};
const keyOf = (fact: Fact): string => State.empty.withFact('x', fact).key;

describe('two states are told apart', () => {
  const changes: readonly [string, Fact, Fact][] = [
    ['the rows of an error', error, { ...error, mask: 0b100n }],
    ['who has an error', error, { ...error, handler: nodeAt(11) }],
    ['who has heard of it', error, { ...error, surfaced: true }],
    ['who has judged it', error, { ...error, judged: true }],
    ['what was handled meanwhile', error, { ...error, during: ['y'] }],
    ['what cleaned up', error, { ...error, cleanedBy: 'y' }],
    ['where a transaction is', transaction, { ...transaction, state: 'must-abort' }],
    ['where it was begun', transaction, { ...transaction, begun: nodeAt(2) }],
    ['where it was committed', transaction, { ...transaction, commit: nodeAt(2) }],
    ['what was sent', transaction, { ...transaction, sent: [{ text: 'b', hash: 2, varies: [] }] }],
    ['which error its commit had', transaction, { ...transaction, commitError: 'y' }],
    ['which error its abort had', transaction, { ...transaction, abortError: 'y' }],
    ['an assumption', { is: 'assumption', holds: true }, { is: 'assumption', holds: false }],
  ];
  it.each(changes)('by %s', (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
    expect(keyOf(one)).toBe(keyOf({ ...one }));
  });

  it('by the name of what is known', () => {
    expect(State.empty.withFact('x', error).key).not.toBe(State.empty.withFact('y', error).key);
  });

  it('whatever was known in between', () => {
    const state = State.empty.withFact('x', error);
    expect(state.withFact('y', transaction).withoutFact('transaction', 'y').key).toBe(state.key);
  });

  it('but not by values that say nothing about Kafka, which are joined', () => {
    const one = State.empty.withFact('x', { is: 'cell', value: literal(1) });
    const other = State.empty.withFact('x', { is: 'cell', value: unknown('n') });
    expect(one.key).toBe(other.key);
    expect(one.joinedWith(other).fact('cell', 'x')?.value.kind).toBe('unknown');
  });
});
