// Builds node-rdkafka and Confluent's package, each in a folder of its own, and compares what they do on librdkafka's mock cluster
// with their profiles. Needs a C++ compiler, Python, make, and librdkafka with its headers (Debian: apt-get install librdkafka-dev
// librdkafka++1). What is built once is used again.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './built-plugin.mjs';

const scratch = path.join(root, '.cache', 'native');

/**
 * How each is built: shared, since the mock cluster comes from the same library as the client. node-rdkafka takes the system's;
 * Confluent's package needs a newer one than Debian has, and builds it.
 */
const CLIENTS = {
  'node-rdkafka': { BUILD_LIBRDKAFKA: '0' },
  '@confluentinc/kafka-javascript': { CKJS_LINKING: 'dynamic' },
};

/**
 * The version that the profiles were compared with.
 *
 * @param {string} name
 */
function installedVersion(name) {
  const file = path.join(root, 'node_modules', name, 'package.json');
  return /** @type {{ version: string }} */ (JSON.parse(readFileSync(file, 'utf8'))).version;
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
function runOrExit(command, args, options) {
  const { error, status } = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Builds a client unless it was built before.
 *
 * @param {string} name
 * @param {Readonly<Record<string, string>>} environment
 */
function build(name, environment) {
  const folder = path.join(scratch, name);
  const binaries = path.join(folder, 'node_modules', name, 'build', 'Release');
  const isBuilt = () => existsSync(binaries) && readdirSync(binaries).some((file) => file.endsWith('.node'));
  const manifest = JSON.stringify({
    private: true,
    dependencies: { [name]: installedVersion(name) },
    // The script builds the native part.
    allowScripts: { [name]: true },
  });
  const manifestFile = path.join(folder, 'package.json');
  if (
    isBuilt() &&
    existsSync(manifestFile) &&
    readFileSync(manifestFile, 'utf8').includes(installedVersion(name))
  )
    return;
  console.log(`Building ${name} in ${path.relative(root, folder)}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(manifestFile, manifest);
  runOrExit('npm', ['install', '--ignore-scripts=false', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  if (isBuilt()) return;
  console.error(`No native part was built for ${name}.`);
  process.exit(1);
}

const header = '/usr/include/librdkafka/rdkafkacpp.h';
if (process.platform === 'linux' && !existsSync(header)) {
  console.error(`${header} is missing: apt-get install librdkafka-dev librdkafka++1, and run this again.`);
  process.exit(1);
}
for (const [name, environment] of Object.entries(CLIENTS)) build(name, environment);

const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const tests = path.join(root, 'tests', 'oracle', 'real', 'native');
const report = path.join(root, '.cache', 'native.json');

/** How often a file is run whose process ends before its tests do: a native part may crash. */
const ATTEMPTS = 3;

/**
 * Runs a file of tests.
 *
 * @param {string} file
 * @returns {'passed' | 'failed' | 'crashed'}
 */
function outcomeOf(file) {
  rmSync(report, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      path.join(tests, file),
      '--config',
      path.join(tests, 'vitest.config.ts'),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...process.argv.slice(2),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NATIVE_CLIENTS: scratch,
        // Each call of librdkafka's that waits takes a thread of the pool.
        UV_THREADPOOL_SIZE: '64',
      },
    },
  );
  if (status === 0) return 'passed';
  if (!existsSync(report)) return 'crashed';
  const { numFailedTests } = /** @type {{ numFailedTests: number }} */ (
    JSON.parse(readFileSync(report, 'utf8'))
  );
  return numFailedTests > 0 ? 'failed' : 'crashed';
}

let isRed = false;
for (const file of readdirSync(tests).filter((name) => name.endsWith('.native.ts'))) {
  let outcome = outcomeOf(file);
  for (let attempt = 2; outcome === 'crashed' && attempt <= ATTEMPTS; attempt += 1) {
    console.error(`The process of ${file} has ended before its tests: attempt ${attempt} of ${ATTEMPTS}.`);
    outcome = outcomeOf(file);
  }
  isRed ||= outcome !== 'passed';
}
process.exit(isRed ? 1 : 0);
