// Does the searches that scripts/prove.mjs asks for, one after the other.

import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { runnerImport } from 'vite';

/** @typedef {{ seed: number, searched: import('../tests/oracle/generated/search.js').Searched[] }} Message */

const folder = new URL('../tests/oracle/generated/', import.meta.url);
/** All from one module: each that is loaded has its own clients. */
const loaded = (async () =>
  /** @type {typeof import('../tests/oracle/generated/search.js')} */ (
    (await runnerImport(fileURLToPath(new URL('search.ts', folder)))).module
  ))();

parentPort?.on(
  'message',
  async (/** @type {import('../tests/oracle/generated/search.js').SearchOptions} */ options) => {
    const { DIALECTS, search } = await loaded;
    const searched = [];
    for (const dialect of DIALECTS) searched.push(await search(dialect, options));
    parentPort?.postMessage({ seed: options.seed, searched });
  },
);
