import { Linter } from 'eslint';
import * as parser from '@typescript-eslint/parser';
import { builtPlugin } from '../built-plugin.mjs';
import { table, verdict } from '../table.mjs';
import { Clock, configOf, emptyPlugin, lintFile } from './measured.mjs';
import { plainFiles } from './service-files.mjs';

const FILES = 500;
const ROUNDS = 6;
const TARGET = 1.02;

/** Files without Kafka: the plugin against one of as many rules that do nothing. */
export async function benchPlain() {
  const plugin = await builtPlugin();
  const linter = new Linter();
  const files = plainFiles(FILES);
  const variants = [emptyPlugin(plugin), plugin].map((of) => ({
    config: configOf(of, parser),
    clock: new Clock(),
    best: files.map(() => Infinity),
  }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, file] of files.entries()) {
      const turn = (index + round) % 2 === 0 ? variants : variants.toReversed();
      for (const { config, clock, best } of turn) {
        clock.measure(() => lintFile(linter, file, config));
        best[index] = Math.min(best[index] ?? Infinity, clock.take());
      }
    }
  }
  const [empty = 0, ours = 0] = variants.map(({ best }) => best.reduce((sum, time) => sum + time, 0) / FILES);
  const ratio = ours / empty;
  return `${table(
    [`${FILES} files without Kafka`, 'Lint (ms per file)', 'Ratio'],
    [
      [`an empty plugin of ${Object.keys(plugin.rules ?? {}).length} rules`, empty.toFixed(3), ''],
      ['this plugin', ours.toFixed(3), ratio.toFixed(3)],
    ],
  )}
Fastest of ${ROUNDS} rounds at each file, at which the two take turns. ${verdict(ratio, TARGET)}
`;
}
