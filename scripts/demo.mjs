// Lints the applications in examples/ with the strict preset and shows what a user would see: the reports in their
// places, what `--fix` changes, and a summary.

import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { styleText } from 'node:util';
import * as parser from '@typescript-eslint/parser';
import { structuredPatch } from 'diff';
import { ESLint } from 'eslint';
import { builtPlugin, root } from './built-plugin.mjs';

/** @typedef {import('eslint').ESLint.LintResult} LintResult */
/** @typedef {import('eslint').Linter.LintMessage} LintMessage */

const coloured = wantsColour();
const width = Math.min(process.stdout.columns || 100, 110);

/** Node's own order: FORCE_COLOR before NO_COLOR before what the output is. */
function wantsColour() {
  const { FORCE_COLOR: force, NO_COLOR: no } = process.env;
  if (force !== undefined) {
    return force !== '0' && force !== 'false';
  }
  return !no && process.stdout.isTTY === true && process.stdout.hasColors();
}

/**
 * @param {Parameters<typeof styleText>[0]} style
 * @param {string} text
 */
function paint(style, text) {
  return coloured ? styleText(style, text, { validateStream: false }) : text;
}

/** @param {string} [line] */
function print(line = '') {
  process.stdout.write(`${line}\n`);
}

/**
 * @param {number} count
 * @param {string} noun
 */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * The words of a text in lines that fit.
 *
 * @param {string} text
 * @param {string} indent
 */
function wrapped(text, indent) {
  const lines = [indent];
  for (const word of text.split(/\s+/u)) {
    const line = lines[lines.length - 1] ?? indent;
    if (line.length > indent.length && line.length + 1 + word.length > width) {
      lines.push(`${indent}${word}`);
    } else {
      lines[lines.length - 1] = line.length > indent.length ? `${line} ${word}` : `${indent}${word}`;
    }
  }
  return lines.join('\n');
}

/**
 * The reported lines with one more on each side, and a mark under the place where the report starts.
 *
 * @param {string} source
 * @param {LintMessage} message
 */
function codeFrame(source, message) {
  const lines = source.split(/\r?\n/u);
  const first = message.line;
  const last = Math.min(message.endLine ?? first, first + 4);
  const from = Math.max(first - 1, 1);
  const to = Math.min(last + 1, lines.length);
  const gutter = String(to).length;
  const frame = [];
  for (let number = from; number <= to; number += 1) {
    const text = lines[number - 1] ?? '';
    const reported = number >= first && number <= last;
    const line = `  ${reported ? '>' : ' '} ${String(number).padStart(gutter)} | ${text}`;
    frame.push(reported ? line : paint('dim', line));
    if (number === first) {
      const end = message.endLine === first && message.endColumn ? message.endColumn : text.length + 1;
      const mark = '^'.repeat(Math.max(end - message.column, 1));
      frame.push(paint('red', `    ${' '.repeat(gutter)} | ${' '.repeat(message.column - 1)}${mark}`));
    }
  }
  return frame.join('\n');
}

/** @param {LintMessage} message */
function remedyOf(message) {
  if (message.fix) {
    return paint('green', '--fix repairs this');
  }
  const suggestions = message.suggestions?.map((suggestion) => suggestion.desc) ?? [];
  return suggestions.length > 0 ? paint('cyan', `an editor offers: ${suggestions.join('; ')}`) : '';
}

/**
 * @param {LintResult} result
 * @param {string} source
 */
function printReports(result, source) {
  print(paint(['bold', 'underline'], nameOf(result)));
  print();
  for (const message of result.messages) {
    const place = `${message.line}:${message.column}`;
    print(`  ${paint('yellow', place)}  ${paint('bold', message.ruleId ?? 'this file cannot be read')}`);
    print(wrapped(message.message, '  '));
    print(codeFrame(source, message));
    const remedy = remedyOf(message);
    if (remedy) {
      print(`  ${remedy}`);
    }
    print();
  }
}

/**
 * @param {string} name
 * @param {string} before
 * @param {string} after
 */
function printDiff(name, before, after) {
  const patch = structuredPatch(name, name, before, after, undefined, undefined, { context: 2 });
  print(paint('bold', `--- ${name}`));
  print(paint('bold', `+++ ${name}, after --fix`));
  for (const hunk of patch.hunks) {
    const header = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
    print(paint('cyan', header));
    for (const line of hunk.lines) {
      if (line.startsWith('+')) {
        print(paint('green', line));
      } else if (line.startsWith('-')) {
        print(paint('red', line));
      } else {
        print(line);
      }
    }
  }
  print();
}

/** @param {LintResult} result */
function nameOf(result) {
  return relative(root, result.filePath).split(sep).join('/');
}

/** @param {readonly LintResult[]} results */
function reportsIn(results) {
  return results.reduce((sum, result) => sum + result.messages.length, 0);
}

/**
 * @param {string} title
 * @param {string} explanation
 */
function printHeading(title, explanation) {
  print(paint(['bold', 'inverse'], ` ${title} `));
  print(paint('dim', wrapped(explanation, '')));
  print();
}

const plugin = await builtPlugin();
const strict = plugin.configs['strict'] ?? [];

/** @param {boolean} fix */
async function lint(fix) {
  const eslint = new ESLint({
    cwd: root,
    fix,
    overrideConfigFile: true,
    overrideConfig: [
      { files: ['**/*.{js,ts}'], languageOptions: { parser } },
      ...(Array.isArray(strict) ? strict : [strict]),
    ],
  });
  const results = await eslint.lintFiles(['examples/*/src/**/*.{js,ts}']);
  return results.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

const results = await lint(false);
const fixed = await lint(true);

const faulty = results.filter((result) => result.messages.length > 0);
const repaired = fixed.filter((result) => result.output !== undefined);
const correct = results.filter((result) => nameOf(result).includes('/correct/'));
const wronglyReported = correct.filter((result) => result.messages.length > 0);

printHeading(
  'What is wrong',
  'Two applications with transactional producers, as such code is often written.',
);
for (const result of faulty) {
  printReports(result, readFileSync(result.filePath, 'utf8'));
}

printHeading(
  'What --fix changes',
  'Only what is safe without a person looking. The rest needs a decision: an editor offers suggestions where there are any.',
);
for (const result of repaired) {
  printDiff(nameOf(result), readFileSync(result.filePath, 'utf8'), result.output ?? '');
}

const found = reportsIn(results);
const left = reportsIn(fixed);
/** @type {Map<string, number>} */
const byRule = new Map();
for (const { ruleId } of results.flatMap((result) => result.messages)) {
  const rule = ruleId ?? 'files that cannot be read';
  byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
}

printHeading('Summary', 'By rule, then in all.');
for (const [rule, count] of [...byRule].toSorted(([, a], [, b]) => b - a)) {
  print(`  ${String(count).padStart(3)}  ${rule}`);
}
print();
print(`  ${paint('red', `${counted(found, 'mistake')} in ${counted(faulty.length, 'file')}`)}`);
print(
  `  ${paint('green', `${found - left} of them gone after --fix`)}, which changes ${counted(repaired.length, 'file')}; ` +
    `${left} need a person`,
);
print(
  `  ${paint(
    wronglyReported.length === 0 ? 'green' : 'red',
    `${correct.length - wronglyReported.length} of ${counted(correct.length, 'correct file')} left alone`,
  )}`,
);
for (const result of wronglyReported) {
  print(paint('red', `    ${nameOf(result)} is right, yet reported`));
}

const unreadable = results.some((result) => result.fatalErrorCount > 0);
process.exitCode = unreadable || wronglyReported.length > 0 ? 1 : 0;
