import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rules } from '../../../src/rules/index.js';
import { blocksUnder, documentOf } from '../../rule-documents.js';

const ROOT = path.join(import.meta.dirname, '../../..');

/** A program of the project's documents, examples and tests. */
export interface KnownProgram {
  readonly name: string;
  readonly filename: string;
  readonly text: string;
}

/** The programs in a folder of the project. */
export function programsIn(folder: string): KnownProgram[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !/node_modules|\.d\.ts$/.test(file))
    .sort()
    .map((file) => ({
      name: `${folder}/${file}`,
      filename: path.basename(file),
      text: readFileSync(path.join(ROOT, folder, file), 'utf8'),
    }));
}

/** What the rules' documents show under a heading. */
export function shownUnder(heading: 'Incorrect' | 'Correct'): KnownProgram[] {
  return Object.keys(rules).flatMap((rule) =>
    blocksUnder(documentOf(rule), heading).map(({ language, code }, at) => ({
      name: `docs/rules/${rule}.md ${heading} ${at + 1}`,
      filename: `example.${language}`,
      text: code,
    })),
  );
}
