import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../lint.js';

const examples = path.resolve(import.meta.dirname, '../../examples');
const services = ['order-service', 'enrichment-pipeline'];

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));

const rulesIn = (file: string): string[] => [
  ...new Set(lint(readFileSync(file, 'utf8'), path.basename(file)).map(({ rule }) => rule)),
];

describe.each(services)('the mistakes of %s', (service) => {
  const sources = path.join(examples, service, 'src');

  it('are found in each of their files, and nowhere else', () => {
    const found = filesOf(sources).map((file) => [path.relative(sources, file), rulesIn(file).length > 0]);
    expect(found).toEqual(
      filesOf(sources).map((file) => [
        path.relative(sources, file),
        path.relative(sources, file).startsWith(`mistakes${path.sep}`),
      ]),
    );
  });
});

it.each(services)('one mistake of %s is one report where it stands', (service) => {
  const doubles = filesOf(path.join(examples, service, 'src', 'mistakes')).flatMap((file) => {
    const places = lint(readFileSync(file, 'utf8'), path.basename(file)).map(
      ({ line, column }) => `${path.basename(file)}:${line}:${column}`,
    );
    return places.filter((place, index) => places.indexOf(place) !== index);
  });

  expect(doubles).toEqual([]);
});

describe('the mistakes of enrichment-pipeline', () => {
  it('are these', () => {
    const folder = path.join(examples, 'enrichment-pipeline', 'src', 'mistakes');
    expect(
      Object.fromEntries(filesOf(folder).map((file) => [path.basename(file), rulesIn(file).toSorted()])),
    ).toEqual({
      'close-sessions.js': ['no-abortable-handling-around-abort', 'no-transactional-send-retry'],
      'enrich-clicks.js': [
        'no-abort-after-commit',
        'require-application-recoverable-path',
        'require-next-offset',
      ],
      'publish-totals.js': [
        'no-commit-after-failed-send',
        'no-dead-error-check',
        'no-floating-transaction-call',
        'no-replay-after-commit',
      ],
      'start.js': ['no-futile-retry', 'valid-transactional-producer'],
    });
  });
});
