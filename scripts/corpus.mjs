// Lints the world's code with all rules: packages that ship sources, as if each file spoke of Kafka, so that it is analysed; again
// with Kafka's names sown into it; and broken versions of programs. No rule may crash or take for ever, and of code without a
// Kafka transaction nothing may be reported. `npm run corpus -- --short` takes a part of it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import { builtPlugin, root } from './built-plugin.mjs';
import { fetched, sourcesIn } from './corpus/fetched.mjs';
import { PACKAGES } from './corpus/packages.mjs';
import { table } from './table.mjs';

/** @typedef {import('./corpus/linted.mjs').Job} Job */
/** @typedef {import('./corpus/linted.mjs').Result} Result */
/** @typedef {{ job: Job, group: string, path: string }} Task */

/** A file that takes longer hangs, in milliseconds; a slow machine that does other things, too, needs a lot less. */
const LIMIT = 60_000;
const short = process.argv.includes('--short');
/** Every file is analysed as it is; names are sown into one in so many, and the programs of this repository are broken. */
const SOWN_IN = short ? 12 : 4;
const OWN_IN = short ? 12 : 1;
const BROKEN_IN = short ? 600 : 60;
/** How many broken versions of each kind are made of a program. */
const BROKEN = short ? 1 : 4;

/** Does tasks one by one in a worker; a task that does not end is a result, too. */
async function* done(/** @type {readonly Task[]} */ tasks) {
  const start = () => new Worker(new URL('./corpus/lint-worker.mjs', import.meta.url));
  let worker = start();
  try {
    for (const task of tasks) {
      /** @type {Result | undefined} */
      const result = await new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          resolve(undefined);
        }, LIMIT);
        worker.removeAllListeners();
        worker.once('error', reject);
        worker.once('message', (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        worker.postMessage(task.job);
      });
      if (!result) {
        await worker.terminate();
        worker = start();
      }
      yield { task, result };
    }
  } finally {
    await worker.terminate();
  }
}

/** The programs of this repository that work on transactions. */
const ownPrograms = () =>
  ['tests/programs', 'examples'].flatMap((folder) =>
    sourcesIn(join(root, folder)).filter((file) => !file.includes('node_modules')),
  );

/** @returns {Task[]} */
function tasksOf() {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {Task[]} */
  const tasks = [];
  for (const { id, without, short: inShort } of PACKAGES) {
    if (short && !inShort) continue;
    const folder = fetched(id);
    for (const file of sourcesIn(folder)) {
      if (without?.test(file.replaceAll(sep, '/'))) continue;
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
      if (seen.has(hash)) continue;
      seen.add(hash);
      const path = `${id}/${relative(folder, file).replaceAll(sep, '/')}`;
      tasks.push({ job: { file, kind: 'opened' }, group: 'as they are, analysed', path });
      if (seen.size % SOWN_IN === 0) {
        tasks.push({ job: { file, kind: 'sown' }, group: "with Kafka's names sown into them", path });
      }
      if (seen.size % BROKEN_IN === 0) {
        const job = /** @type {const} */ ({ file, kind: 'broken', seed: seen.size, count: BROKEN });
        tasks.push({ job, group: 'broken', path });
      }
    }
  }
  for (const [index, file] of ownPrograms().entries()) {
    if (index % OWN_IN !== 0) continue;
    const path = relative(root, file).replaceAll(sep, '/');
    tasks.push({
      job: { file, kind: 'broken', seed: index, count: BROKEN },
      group: 'of this repository, broken',
      path,
    });
  }
  return tasks;
}

await builtPlugin();
const expected = new Set(
  PACKAGES.filter((each) => !short || each.short).flatMap(({ id, reports = [] }) =>
    reports.map((report) => `${id}/${report}`),
  ),
);
/** @type {Map<string, { files: number, linted: number, unparsable: number, crashes: number, hangs: number, reports: number }>} */
const groups = new Map();
/** @type {string[]} */
const failures = [];
let slowest = { time: 0, path: '' };
const tasks = tasksOf();
let count = 0;
for await (const { task, result } of done(tasks)) {
  count += 1;
  if (count % 1000 === 0) process.stderr.write(`${count} of ${tasks.length}\n`);
  const { job, path } = task;
  const group = groups.get(task.group) ?? {
    files: 0,
    linted: 0,
    unparsable: 0,
    crashes: 0,
    hangs: 0,
    reports: 0,
  };
  groups.set(task.group, group);
  group.files += 1;
  if (!result) {
    group.hangs += 1;
    failures.push(`${path} (${task.group}): not done after ${LIMIT / 1000} s`);
    continue;
  }
  group.linted += result.linted;
  group.unparsable += result.unparsable;
  group.crashes += result.crashes.length;
  failures.push(...result.crashes.map((crash) => `${path} (${task.group}): ${crash}`));
  if (result.slowest > slowest.time) slowest = { time: result.slowest, path: `${path} (${task.group})` };
  // Where transactions have been sown, mistakes may have been, too.
  if (job.kind !== 'opened') continue;
  group.reports += result.reports.length;
  for (const report of result.reports) {
    if (!expected.delete(`${path}:${report}`)) failures.push(`${path}:${report} is reported`);
  }
}
failures.push(...[...expected].map((report) => `${report} is not reported any more`));

process.stdout.write(
  `${table(
    ['Files', 'Number', 'Programs linted', 'Not parsed', 'Crashes', 'Hangs', 'Reports'],
    [...groups].map(([name, group]) => [
      name,
      ...[group.files, group.linted, group.unparsable, group.crashes, group.hangs].map(String),
      name === 'as they are, analysed' ? String(group.reports) : '',
    ]),
  )}
The slowest took ${(slowest.time / 1000).toFixed(1)} s: ${slowest.path}.
`,
);
if (failures.length > 0) {
  process.stderr.write(`\n${failures.join('\n')}\n`);
  process.exitCode = 1;
}
