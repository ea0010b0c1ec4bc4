import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { terminalText } from '../../src/map/terminal.js';
import { mapOf } from './map-of.js';

const root = path.resolve(import.meta.dirname, '../..');

// What the monorepo's packages do is seen with its settings alone.
const examples = readdirSync(path.join(root, 'examples'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /[\\/](correct|mistakes)$/.test(entry.parentPath))
  .filter((entry) => !entry.parentPath.includes('monorepo'))
  .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .sort();

/** Programs of the corpus: each client, each way to hand an error on, each kind of mistake. */
const programs = [
  'correct/audit-trail-template-kafkajs.ts',
  'correct/blood-donations-resumed-commit-confluent.ts',
  'correct/chess-ratings-resumed-abort-rdkafka.js',
  'correct/choir-rehearsals-collected-sends-kafkajs.mjs',
  'correct/clinic-appointments-retry-new-producer-kafkajs.mjs',
  'correct/cold-chain-init-retry-rdkafka.js',
  'correct/election-results-process-exit-confluent.js',
  'correct/flight-manifests-resumed-commit-rdkafka.js',
  'correct/gift-cards-transaction-nestjs.service.ts',
  'correct/payroll-run-handle-as-parameter-kafkajs.js',
  'correct/pension-payouts-commit-error-switch-kafkajs.js',
  'correct/pharmacy-stock-fenced-find-by-platformatic.ts',
  'correct/pipeline-pressure-promise-chain-kafkajs.js',
  'correct/parcel-scans-template-rdkafka-promisify.js',
  'correct/rail-cargo-resumed-abort-confluent.mjs',
  'correct/subscription-renewals-express-next-confluent.ts',
  'correct/tennis-scores-trailing-callbacks-platformatic.mjs',
  'correct/toll-passages-error-first-kafkajs.js',
  'correct/vaccine-lots-ts-retry-promise-kafkajs.ts',
  'correct/vote-tally-committed-flag-kafkajs.js',
];

describe.each([...examples, ...programs.map((file) => `tests/programs/${file}`)])('the map of %s', (file) => {
  it('says what the program does', async () => {
    const map = mapOf(readFileSync(path.join(root, file), 'utf8'), file);
    expect(map?.tables.length).toBeGreaterThan(0);
    const text = terminalText(map ? [map] : [], { width: 90, rows: false, paint: (_, t) => t });

    await expect(text).toMatchFileSnapshot(
      path.join(import.meta.dirname, 'golden', `${file.replaceAll('/', '--')}.txt`),
    );
  });
});
