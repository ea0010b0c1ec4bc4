import type { TSESLint } from '@typescript-eslint/utils';
import { parseForESLint } from '@typescript-eslint/parser';
import { SourceCode } from 'eslint';
import { describe, expect, it } from 'vitest';
import { FileIndex } from '../../src/model/file-index.js';
import { relevanceIn } from '../../src/model/relevance.js';
import { childrenOf } from '../../src/model/syntax.js';

/** The names of a file's functions that may work on a transaction. */
function relevant(text: string): string[] {
  const { ast, scopeManager, visitorKeys } = parseForESLint(text, {
    range: true,
    loc: true,
    tokens: true,
    comment: true,
  });
  const source = new SourceCode({
    text,
    ast,
    scopeManager,
    visitorKeys,
  } as never) as unknown as TSESLint.SourceCode;
  const stack = [source.ast as Parameters<typeof childrenOf>[0]];
  for (let node = stack.pop(); node; node = stack.pop()) {
    for (const child of childrenOf(node, source.visitorKeys)) {
      (child as { parent: unknown }).parent = node;
      stack.push(child);
    }
  }
  return [...relevanceIn(new FileIndex(source), text).functions].flatMap(({ id }) => (id ? [id.name] : []));
}

describe('the functions that may work on a transaction', () => {
  it('name an operation, or what does', () => {
    expect(
      relevant(`
import 'kafkajs';
function write(tx) { return tx.send({}); }
function publish(tx) { return write(tx); }
function total(items) { return items.length; }
`),
    ).toEqual(['write', 'publish']);
  });

  it('name it in a string, too', () => {
    expect(relevant(`import 'kafkajs'; function end(tx) { return tx['abort'](); }`)).toEqual(['end']);
  });

  it('are not those that only make or close a producer', () => {
    expect(
      relevant(`
import 'kafkajs';
function make(kafka) { return kafka.producer({}); }
function stop(producer) { return producer.disconnect(); }
`),
    ).toEqual([]);
  });

  it("do what the file's client does, or what it lacks and another has", () => {
    const start = 'function start(producer) { return producer.connect(); }';
    // kafkajs connects; Confluent's KafkaJS API initialises transactions by that.
    expect(relevant(`import 'kafkajs'; ${start}`)).toEqual([]);
    expect(relevant(`import '@confluentinc/kafka-javascript'; ${start}`)).toEqual(['start']);
    expect(
      relevant(`import 'kafkajs'; function end(producer) { return producer.commitTransaction(); }`),
    ).toEqual(['end']);
  });

  it('do what any client does, where the file names none', () => {
    expect(relevant(`import './kafka'; function start(producer) { return producer.connect(); }`)).toEqual([
      'start',
    ]);
  });
});
