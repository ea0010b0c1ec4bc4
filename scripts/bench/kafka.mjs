import { Linter } from 'eslint';
import * as espree from 'espree';
import * as parser from '@typescript-eslint/parser';
import { builtPlugin } from '../built-plugin.mjs';
import { median, table, verdict } from '../table.mjs';
import { denseFile } from './growth-files.mjs';
import { Clock, configOf, lintFile, timedParser, timedPlugin } from './measured.mjs';
import { kafkaFiles } from './service-files.mjs';

/** @typedef {import('./service-files.mjs').SourceFile} SourceFile */

const FILES = 500;
const ROUNDS = 3;
const TARGET = 0.15;

/** Files of about 200 lines that work on transactions: the rules' time against the parser's. */
export async function benchKafka() {
  const plugin = await builtPlugin();
  const linter = new Linter();
  const rules = new Clock();
  // What a rule parses to check its fix is the rule's time.
  const parse = new Clock(rules);
  const timed = timedPlugin(plugin, rules);
  const configs = {
    typescript: configOf(timed, timedParser(parser, parse)),
    espree: configOf(timed, timedParser(espree, parse)),
  };

  /** What a file costs, and whether anything is reported of it. */
  const measure = (/** @type {SourceFile} */ file, /** @type {keyof typeof configs} */ by) => {
    const reported = lintFile(linter, file, configs[by]).length > 0;
    return { parse: parse.take(), rules: rules.take(), reported };
  };

  const files = kafkaFiles(FILES);
  const dense = Array.from({ length: 25 }, () => denseFile(200));
  /** @typedef {ReturnType<typeof measure>[]} Times */
  /** @type {Map<string, { files: number, parse: number[], rules: number[] }>} */
  const groups = new Map();
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times = files.map((file) => measure(file, 'typescript'));
    const isScript = (/** @type {unknown} */ _, /** @type {number} */ index) =>
      files[index]?.name.endsWith('.ts') === false;
    for (const [name, group] of /** @type {[string, Times][]} */ ([
      ['all', times],
      ['without a report', times.filter(({ reported }) => !reported)],
      ['with reports', times.filter(({ reported }) => reported)],
      ['in JavaScript', times.filter(isScript)],
      ['in JavaScript, parsed by espree', files.filter(isScript).map((file) => measure(file, 'espree'))],
      ['of nothing but transactions', dense.map((file) => measure(file, 'typescript'))],
    ])) {
      const known = groups.get(name) ?? { files: group.length, parse: [], rules: [] };
      groups.set(name, known);
      // The first round only warms the engine up.
      if (round === 0) continue;
      known.parse.push(group.reduce((sum, time) => sum + time.parse, 0) / group.length);
      known.rules.push(group.reduce((sum, time) => sum + time.rules, 0) / group.length);
    }
  }
  const rows = [...groups].map(([name, group]) => ({
    name,
    files: group.files,
    parse: median(group.parse),
    rules: median(group.rules),
    ratio: median(group.rules.map((time, round) => time / (group.parse[round] ?? 0))),
  }));
  return `${table(
    [
      'Files of about 200 lines with transactions',
      'Files',
      'Parse (ms per file)',
      'All rules (ms per file)',
      'Rules / parse',
    ],
    rows.map((row) => [
      row.name,
      String(row.files),
      row.parse.toFixed(2),
      row.rules.toFixed(2),
      row.ratio.toFixed(2),
    ]),
  )}
Parsed by @typescript-eslint/parser where it does not say otherwise. Median of ${ROUNDS} rounds. ${verdict(rows[0]?.ratio ?? Infinity, TARGET)}
`;
}
