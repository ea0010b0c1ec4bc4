import { builtPlugin } from '../built-plugin.mjs';
import { median, table } from '../table.mjs';
import { writtenTo } from './files-on-disk.mjs';
import { lintedApart } from './lint-process.mjs';
import { kafkaFiles, plainFiles } from './service-files.mjs';

const FILES = 500;
const ROUNDS = 3;

/** The most memory that a process which lints takes, with and without the plugin. */
export async function benchMemory() {
  await builtPlugin();
  const folders = /** @type {const} */ ([
    [`${FILES} files without Kafka`, writtenTo('plain', plainFiles(FILES))],
    [`${FILES} files with transactions`, writtenTo('kafka', kafkaFiles(FILES))],
  ]);
  const rows = folders.map(([name, folder]) => {
    /** @type {number[]} */
    const without = [];
    /** @type {number[]} */
    const together = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      without.push(lintedApart(folder, 'nothing').memory);
      together.push(lintedApart(folder, 'this plugin').memory);
    }
    return [name, median(without).toFixed(0), median(together).toFixed(0)];
  });
  return `${table(['Peak memory', 'An empty plugin (MiB)', 'This plugin (MiB)'], rows)}
Median of ${ROUNDS} processes each, in turns.
`;
}
