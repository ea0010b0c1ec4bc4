import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../src/rules/index.js';
import { lint, type Report } from './lint.js';

/** A mistake that a program makes: the rule that has to say so, and between which lines its report starts. */
interface Label {
  readonly rule: string;
  readonly lines: readonly [number, number];
  /** The rule may speak here, too, but need not. */
  readonly optional?: boolean;
  readonly why: string;
}

const folderOf = (name: string): string => path.join(import.meta.dirname, 'programs', name);

const labelsOf = (folder: string): [string, readonly Label[]][] =>
  Object.entries(
    JSON.parse(readFileSync(path.join(folderOf(folder), 'expected.json'), 'utf8')) as Record<string, Label[]>,
  );

const covers = ({ rule, lines: [first, last] }: Label, report: { rule: string; line: number }): boolean =>
  rule === report.rule && first <= report.line && report.line <= last;

const reportsOf = (folder: string, file: string): Report[] =>
  lint(readFileSync(path.join(folderOf(folder), file), 'utf8'), file);

/** Lints a program of the corpus and compares the reports with its labels. */
function judge(
  folder: string,
  file: string,
  labels: readonly Label[],
): { missed: string[]; wrong: string[] } {
  const reports = reportsOf(folder, file);
  return {
    missed: labels
      .filter((label) => label.optional !== true && !reports.some((report) => covers(label, report)))
      .map(({ rule, lines, why }) => `${rule} on lines ${lines.join(' to ')}: ${why}`),
    wrong: reports
      .filter((report) => !labels.some((label) => covers(label, report)))
      .map(({ rule, line, message }) => `${rule} on line ${line}: ${message}`),
  };
}

describe.each([
  'correct',
  'lookalikes',
  'mistakes',
  'services',
  'pipelines',
  'edge-cases',
  'applications',
  'workers',
  'near-misses',
  'deep-mistakes',
  'staff-code',
  'client-facts',
  'domains',
  'mixtures',
  'companies',
  'beginners',
  'data-flow',
  'pairs',
  'teams',
  'ways',
  'layers',
  'everyday',
  'processors',
  'snippets',
  'habits',
  'edges',
  'mainstream',
  'textbook',
  'variations',
  'right-ways',
  'libraries',
])('the %s programs', (folder) => {
  for (const [file, labels] of labelsOf(folder)) {
    it(labels.length > 0 ? `reports the mistakes in ${file}` : `says nothing about ${file}`, () => {
      expect(judge(folder, file, labels)).toEqual({ missed: [], wrong: [] });
    });
  }

  it('are labelled with rules that exist', () => {
    const named = labelsOf(folder).flatMap(([, labels]) => labels.map(({ rule }) => rule));

    expect(named.filter((rule) => !Object.hasOwn(rules, rule))).toEqual([]);
  });
});

describe.each(['mistakes', 'services', 'pipelines', 'applications', 'workers'])(
  'one mistake of the %s',
  (folder) => {
    it('is one report', () => {
      const doubles = labelsOf(folder).flatMap(([file, labels]) => {
        const reports = reportsOf(folder, file);
        return labels.flatMap((label, at) => {
          // Names that are wrong, each in its place, share a label.
          if (label.rule === 'valid-transaction-call' || label.rule === 'no-dead-error-check') return [];
          const others = labels.filter((_, index) => index !== at);
          const own = reports.filter((r) => covers(label, r) && !others.some((other) => covers(other, r)));
          return own.length > 1 ? [`${file}: ${own.map(({ rule, line }) => `${rule} ${line}`).join()}`] : [];
        });
      });

      expect(doubles).toEqual([]);
    });

    it('is told by one rule where it stands', () => {
      const doubles = labelsOf(folder).flatMap(([file]) => {
        const reports = reportsOf(folder, file);
        return reports.flatMap((report, at) =>
          reports
            .slice(at + 1)
            .filter((other) => other.line === report.line && other.column === report.column)
            .map((other) => `${file}:${report.line} ${report.rule}, ${other.rule}`),
        );
      });

      expect(doubles).toEqual([]);
    });
  },
);

it('has a labelled mistake for every rule', () => {
  const named = new Set(labelsOf('mistakes').flatMap(([, labels]) => labels.map(({ rule }) => rule)));

  expect(Object.keys(rules).filter((rule) => !named.has(rule))).toEqual([]);
});
