import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** The clients with native parts, where `npm run prove:native` has built them. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, '../../../..'),
    include: ['tests/oracle/real/native/*.native.ts'],
    // A native part is loaded once in a process.
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
