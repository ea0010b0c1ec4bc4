import { Linter } from 'eslint';
import * as parser from '@typescript-eslint/parser';
import { builtPlugin } from '../built-plugin.mjs';
import { table, verdict } from '../table.mjs';
import { GROWING, HARD_HANDLERS } from './growth-files.mjs';
import { Clock, configOf, lintFile, timedParser, timedPlugin } from './measured.mjs';

const SIZES = [1_000, 10_000, 50_000];
/** A small file is soon linted and needs more rounds to be measured well; the first ones also warm the engine up. */
const ROUNDS = [8, 4, 2];
const TARGET_EXPONENT = 1.15;
const TARGET_HANDLER = 100;

/** The slope of the line through the points' logarithms: 1 where twice the size takes twice the time. */
function exponentOf(/** @type {readonly number[]} */ sizes, /** @type {readonly number[]} */ times) {
  const x = sizes.map(Math.log);
  const y = times.map(Math.log);
  const mean = (/** @type {number[]} */ of) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const [mx, my] = [mean(x), mean(y)];
  const over = x.reduce((sum, value, index) => sum + (value - mx) * ((y[index] ?? 0) - my), 0);
  return over / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}

/** How the rules' time grows with a file, and what functions cost that are hard to follow. */
export async function benchGrowth() {
  const plugin = await builtPlugin();
  const linter = new Linter();
  const rules = new Clock();
  const clocks = { rules, parse: new Clock(rules) };
  const config = configOf(timedPlugin(plugin, clocks.rules), timedParser(parser, clocks.parse));

  /** The fastest of some rounds over a file, in milliseconds. */
  const fastest = (
    /** @type {import('./service-files.mjs').SourceFile} */ file,
    /** @type {number} */ rounds,
  ) => {
    const best = { parse: Infinity, rules: Infinity };
    for (let round = 0; round < rounds; round += 1) {
      lintFile(linter, file, config);
      best.parse = Math.min(best.parse, clocks.parse.take());
      best.rules = Math.min(best.rules, clocks.rules.take());
    }
    return best;
  };

  const growths = Object.entries(GROWING).map(([name, make]) => {
    const times = SIZES.map((size, index) => fastest(make(size), ROUNDS[index] ?? 1));
    const rules = times.map((time) => time.rules);
    const parse = times.map((time) => time.parse);
    return { name, rules, exponent: exponentOf(SIZES, rules), parse: exponentOf(SIZES, parse) };
  });
  const handlers = Object.entries(HARD_HANDLERS).map(([name, file]) => ({
    name,
    time: fastest(file, ROUNDS[0] ?? 1).rules,
  }));
  const worst = Math.max(...growths.map(({ exponent }) => exponent));
  const slowest = Math.max(...handlers.map(({ time }) => time));
  return `${table(
    [
      'All rules (ms) for a file of',
      ...SIZES.map((size) => `${size.toLocaleString('en')} lines`),
      'Exponent',
      "Parser's exponent",
    ],
    growths.map(({ name, rules, exponent, parse }) => [
      name,
      ...rules.map((time) => time.toFixed(1)),
      exponent.toFixed(2),
      parse.toFixed(2),
    ]),
  )}
Fastest of ${ROUNDS.join(', ')} rounds. ${verdict(worst, TARGET_EXPONENT)}

${table(
  ['One function', 'All rules (ms)'],
  handlers.map(({ name, time }) => [name, time.toFixed(1)]),
)}
Fastest of ${ROUNDS[0] ?? 1} rounds. ${verdict(slowest, TARGET_HANDLER, ' ms')}
`;
}
