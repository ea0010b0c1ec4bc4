// Compares what the rules report with what programs do: 200,000 generated programs, or as many as --programs says, of kafkajs or
// of the client that --client names. Goes on to the end, whatever it finds; at the end it fails if reports and runs differed anywhere.
//
//   npm run prove -- [--client kafkajs|confluent|platformatic|rdkafka] [--programs 200000] [--seed 1] [--choices 30] [--workers 2]

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

const { values } = parseArgs({
  options: {
    client: { type: 'string', default: 'kafkajs' },
    programs: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    choices: { type: 'string', default: '30' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});

/** @param {'programs' | 'seed' | 'choices' | 'workers'} name */
function numberOf(name) {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new RangeError(`--${name} is not a whole number above 0: ${values[name]}`);
  }
  return number;
}

const { client } = values;
const CLIENTS = ['kafkajs', 'confluent', 'platformatic', 'rdkafka'];
if (!CLIENTS.includes(client)) throw new RangeError(`--client is none of ${CLIENTS.join(', ')}: ${client}`);
const wanted = numberOf('programs');
const first = numberOf('seed');
const choices = numberOf('choices');
/** How many programs a search makes; each has a seed of its own, so that a long run can be taken up again. */
const BATCH = 1_000;
/** How often a line about the progress is written, in milliseconds. */
const EVERY = 10_000;

const started = Date.now();
let nextSeed = first;
let programs = 0;
let planned = 0;
let runs = 0;
let differences = 0;
let told = 0;

const progress = () =>
  `${programs} of ${wanted} programs of ${client}, ${runs} runs, ${differences} in which reports and runs differ, ` +
  `seeds ${first} to ${nextSeed - 1}, ${Math.round((Date.now() - started) / 1000)} s\n`;

/** Has a worker do searches until all programs are made. */
function work() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('prove-worker.mjs', import.meta.url));
    let size = 0;
    const hand = () => {
      if (planned >= wanted) {
        void worker.terminate();
        resolve(undefined);
        return;
      }
      size = Math.min(BATCH, wanted - planned);
      planned += size;
      worker.postMessage({ client, programs: size, seed: nextSeed++, choices });
    };
    worker.on('error', reject);
    worker.on('message', (/** @type {import('./prove-worker.mjs').Message} */ { seed, searched }) => {
      const found = searched.differences;
      programs += searched.programs;
      // Choices that make the same program count once.
      planned -= size - searched.programs;
      runs += searched.runs;
      differences += found.length;
      for (const { what, text, choices: list } of found)
        process.stdout.write(`\nseed ${seed}, choices ${list.join()}\n${what.join('\n')}\n${text}\n`);
      if (Date.now() - told > EVERY || found.length > 0) {
        told = Date.now();
        process.stdout.write(progress());
      }
      hand();
    });
    hand();
  });
}

await Promise.all(Array.from({ length: numberOf('workers') }, work));
process.stdout.write(progress());
process.exitCode = differences > 0 ? 1 : 0;
