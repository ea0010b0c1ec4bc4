// Does the searches that scripts/prove.mjs asks for, one after the other.

import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { runnerImport } from 'vite';

/** @typedef {{ seed: number, searched: import('../tests/oracle/generated/search.js').Searched }} Message */
/** @typedef {import('../tests/oracle/generated/search.js').SearchOptions & { client: import('../src/clients/index.js').ClientId }} Order */

const folder = new URL('../tests/oracle/generated/', import.meta.url);
/** All from one module: each that is loaded has its own clients. */
const loaded = (async () =>
  /** @type {typeof import('../tests/oracle/generated/search.js')} */ (
    (await runnerImport(fileURLToPath(new URL('search.ts', folder)))).module
  ))();

parentPort?.on('message', async (/** @type {Order} */ { client, ...options }) => {
  const { dialectOf, search } = await loaded;
  parentPort?.postMessage({ seed: options.seed, searched: await search(dialectOf(client), options) });
});
