import { Linter } from 'eslint';
import * as parser from '@typescript-eslint/parser';
import { builtPlugin } from '../built-plugin.mjs';
import { median, table, verdict } from '../table.mjs';
import { Clock, configOf, emptyPlugin, lintFile } from './measured.mjs';
import { plainFiles } from './service-files.mjs';

const FILES = 500;
const ROUNDS = 5;
const TARGET = 1.02;

/** Files without Kafka: the plugin against one of as many rules that do nothing. */
export async function benchPlain() {
  const plugin = await builtPlugin();
  const linter = new Linter();
  const files = plainFiles(FILES);
  const variants = [emptyPlugin(plugin), plugin].map((of) => ({
    config: configOf(of, parser),
    clock: new Clock(),
    times: /** @type {number[]} */ ([]),
  }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, file] of files.entries()) {
      const turn = (index + round) % 2 === 0 ? variants : variants.toReversed();
      for (const { config, clock } of turn) {
        clock.measure(() => lintFile(linter, file, config));
      }
    }
    for (const { clock, times } of variants) {
      const time = clock.take();
      // The first round only warms the engine up.
      if (round > 0) times.push(time);
    }
  }
  const [empty = [], ours = []] = variants.map(({ times }) => times);
  const ratio = median(ours.map((time, round) => time / (empty[round] ?? 0)));
  return `${table(
    [`${FILES} files without Kafka`, 'Lint (ms per file)', 'Ratio'],
    [
      [
        `an empty plugin of ${Object.keys(plugin.rules ?? {}).length} rules`,
        (median(empty) / FILES).toFixed(3),
        '',
      ],
      ['this plugin', (median(ours) / FILES).toFixed(3), ratio.toFixed(3)],
    ],
  )}
Median of ${ROUNDS} rounds; the two take turns at each file. ${verdict(ratio, TARGET)}
`;
}
