// Measures what the rules cost. `npm run bench` measures all, `npm run bench -- kafka growth` some of it.

import { availableParallelism } from 'node:os';
import { ESLint } from 'eslint';
import { benchGrowth } from './bench/growth.mjs';
import { benchKafka } from './bench/kafka.mjs';
import { benchLinters } from './bench/linters.mjs';
import { benchMemory } from './bench/memory.mjs';
import { benchPeers } from './bench/peers.mjs';
import { benchPlain } from './bench/plain.mjs';
import { benchTyped } from './bench/typed.mjs';

/** @type {Readonly<Record<string, () => Promise<string>>>} */
const PARTS = {
  plain: benchPlain,
  kafka: benchKafka,
  growth: benchGrowth,
  peers: benchPeers,
  linters: benchLinters,
  memory: benchMemory,
  typed: benchTyped,
};

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  process.stderr.write(`There is no part "${unknown}". The parts are ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(2);
}

process.stdout.write(
  `Processor time, ${availableParallelism()} cores, Node.js ${process.versions.node}, ESLint ${ESLint.version}.\n`,
);
for (const [name, part] of Object.entries(PARTS)) {
  if (chosen.length === 0 || chosen.includes(name)) {
    process.stdout.write(`\n${await part()}`);
  }
}
