import { parentPort } from 'node:worker_threads';
import { resultOf } from './linted.mjs';

// One job at a time: who sends it can tell which one does not end.
parentPort?.on('message', (job) => {
  parentPort?.postMessage(resultOf(job));
});
