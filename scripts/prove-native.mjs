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
const config = path.join(root, 'tests', 'oracle', 'real', 'native', 'vitest.config.ts');
runOrExit(process.execPath, [vitest, 'run', '--config', config, ...process.argv.slice(2)], {
  cwd: root,
  env: {
    ...process.env,
    NATIVE_CLIENTS: scratch,
    // Each call of librdkafka's that waits takes a thread of the pool.
    UV_THREADPOOL_SIZE: '64',
  },
});
