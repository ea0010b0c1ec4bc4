import { draftOf } from './draft.mjs';
import { PLAIN_SECTIONS, vocabulary } from './plain-sections.mjs';
import { MISTAKEN_SECTIONS, RIGHT_SECTIONS } from './transaction-sections.mjs';

/** @typedef {{ name: string, code: string }} SourceFile */

const LINES = 200;

/** @param {string} text */
export const linesOf = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/**
 * A service's module of about 200 lines; no two are equal.
 *
 * @param {number} seed
 * @param {'right' | 'mistaken' | 'plain'} kind Whether it works on transactions, and how.
 * @returns {SourceFile}
 */
export function serviceFile(seed, kind) {
  const draft = draftOf(seed);
  const { random, ts, cjs, domain } = draft;
  const sections = { right: RIGHT_SECTIONS, mistaken: MISTAKEN_SECTIONS, plain: [] }[kind];
  const chosen = sections[Math.floor(random.next() * sections.length)]?.(draft);
  const used = random.pick(['node:fs/promises', 'node:events', 'node:crypto']);
  let imports = chosen?.imports ?? draft.use('* as tools', used);
  if (cjs) imports = `'use strict';\n\n${imports}`;
  const pieces = [vocabulary(draft), ...(chosen ? [chosen.text] : [])];
  let lines = linesOf(imports) + pieces.reduce((sum, piece) => sum + linesOf(piece) + 1, 0);
  for (const section of random.shuffled(PLAIN_SECTIONS)) {
    const piece = section(draft);
    if (lines + linesOf(piece) > LINES + 5) continue;
    // What comes first in a file differs, too.
    pieces.splice(random.between(1, pieces.length), 0, piece);
    lines += linesOf(piece) + 1;
  }
  const code = [imports, ...pieces].join('\n');
  const names = [...code.matchAll(/^(?:async function|function|class|const) (\w+)/gm)].map(
    ([, name]) => name,
  );
  return {
    name: `${domain.many}-${seed}.${ts ? 'ts' : cjs ? 'cjs' : 'mjs'}`,
    code: cjs ? `${code}\nmodule.exports = { ${names.join(', ')} };\n` : code,
  };
}

/**
 * Modules that work on transactions: in three of ten stands a mistake.
 *
 * @param {number} count
 */
export const kafkaFiles = (count) =>
  Array.from({ length: count }, (_, index) => serviceFile(index + 1, index % 10 < 3 ? 'mistaken' : 'right'));

/**
 * Modules without Kafka.
 *
 * @param {number} count
 */
export const plainFiles = (count) =>
  Array.from({ length: count }, (_, index) => serviceFile(100_000 + index, 'plain'));
