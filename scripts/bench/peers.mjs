import { builtPlugin } from '../built-plugin.mjs';
import { table } from '../table.mjs';
import { writtenTo } from './files-on-disk.mjs';
import { lintedApart } from './lint-process.mjs';
import { kafkaFiles, plainFiles } from './service-files.mjs';

const FILES = 500;
const ROUNDS = 2;
const TARGET = 10;

/** @type {Readonly<Record<import('./lint-process.mjs').Setup, string>>} */
const NAMES = {
  nothing: 'no rule',
  'this plugin': 'this plugin, all rules',
  promise: 'eslint-plugin-promise, recommended',
  sonarjs: 'eslint-plugin-sonarjs, recommended',
  'typed nothing': 'no rule, with types',
  'no-floating-promises': '@typescript-eslint/no-floating-promises',
};
const setups = /** @type {import('./lint-process.mjs').Setup[]} */ (Object.keys(NAMES));

/** What is linted: a repository as most are, and one that does nothing else. */
const FOLDERS = {
  'files, one in ten of them with transactions': () => [
    ...plainFiles(FILES - FILES / 10),
    ...kafkaFiles(FILES / 10),
  ],
  'files, all with transactions': () => kafkaFiles(FILES),
};

/** This plugin beside others on the same files. Each run is a process of its own, since a type checker keeps what it has learnt. */
export async function benchPeers() {
  await builtPlugin();
  const tables = Object.entries(FOLDERS).map(([name, files], index) =>
    besidePeers(`${FILES} ${name}`, writtenTo(`peers-${index}`, files())),
  );
  return tables.join('\n');
}

/**
 * @param {string} name
 * @param {string} folder
 */
function besidePeers(name, folder) {
  /** @type {Map<string, { lint: number, rules: number }>} */
  const best = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const setup of setups) {
      const { lint, rules } = lintedApart(folder, setup);
      const known = best.get(setup) ?? { lint: Infinity, rules: Infinity };
      best.set(setup, { lint: Math.min(lint, known.lint), rules: Math.min(rules, known.rules) });
    }
  }
  const base = best.get('nothing')?.lint ?? 0;
  const added = (/** @type {string} */ setup) => (best.get(setup)?.lint ?? 0) - base;
  const rulesOf = (/** @type {string} */ setup) => best.get(setup)?.rules ?? 0;
  const withTypes = added('no-floating-promises') / added('this plugin');
  const rulesAlone = rulesOf('no-floating-promises') / rulesOf('this plugin');
  const cheaper = (/** @type {number} */ times) =>
    `${times.toFixed(1)} times (${times >= TARGET ? 'met' : 'missed'})`;
  return `${table(
    [`${name}, linted with`, 'Lint (ms)', 'Added to no rule (ms)', 'Rules alone (ms)'],
    setups.map((setup) => [
      NAMES[setup],
      (best.get(setup)?.lint ?? 0).toFixed(0),
      setup === 'nothing' ? '' : added(setup).toFixed(0),
      setup.endsWith('nothing') ? '' : rulesOf(setup).toFixed(0),
    ]),
  )}
Fastest of ${ROUNDS} processes each, in turns. Target: ${TARGET} times cheaper than no-floating-promises; with what types cost ${cheaper(withTypes)}, the rules alone ${cheaper(rulesAlone)}.
`;
}
