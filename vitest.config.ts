import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/programs/**', 'tests/fixtures/**'],
    // What the files share is read once and not for each: they leave nothing behind for one another.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By itself it leaves one of two cores idle.
    maxWorkers: 2,
  },
});
