import type { GeneratedProgram } from './program-text.js';

/** A statement with which something of the application's own goes wrong. */
export const MISHAP = `throw new Error('the application');`;

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/**
 * A program's text that does the same and tells of its calls' lines, of the flags and items that it reads, and of the tests that it
 * makes. Lines stay where they are.
 */
export function instrumentedText({ text, tests }: Pick<GeneratedProgram, 'text' | 'tests'>): string {
  const calls = /\b(tx|producer)\.(\w+)\(/g;
  const lines = text.split('\n').map((line, at) => {
    let told = line
      .replaceAll(MISHAP, 'throw oracle.mishap();')
      .replaceAll(calls, (_, receiver: string, name: string) => `oracle.at(${at + 1}, ${receiver}).${name}(`)
      .replaceAll(/\b(if|switch) \((!?)(a|b|kind)\b/g, `$1 ($2oracle.flag('$3')`)
      .replaceAll(/\bswitch \((\w+)(\??\.[\w.?]+)\)/g, 'switch (oracle.told($1)$2)')
      .replaceAll(/\bof items\b|\bitems(?=\.)/g, (found) => found.replace('items', 'oracle.items()'));
    for (const [index, pattern] of patternsOf(tests).entries())
      told = told.replaceAll(pattern, `oracle.test(${index}, $1)`);
    return told;
  });
  return `const oracle = require('oracle'); ${lines.join('\n')}`;
}

const patternsOf = (tests: readonly string[]): RegExp[] =>
  tests.map((test) => new RegExp(escaped(test).replace(/\be\b/, String.raw`\b([A-Za-z]\w*)\b`), 'g'));
