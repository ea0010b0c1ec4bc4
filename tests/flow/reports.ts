import { lint } from '../lint.js';

/** The lines on which a rule reports, by the text of the line. Indentation is left out. */
export function reported(rule: string, code: string, filename = 'program.mjs'): string[] {
  const lines = code.split('\n');
  return lint(code, filename)
    .filter((report) => report.rule === rule)
    .map(({ line }) => (lines[line - 1] ?? '').trim());
}

/** All that is reported of a program: rule and text of the line. */
export function reports(code: string, filename = 'program.mjs'): string[] {
  const lines = code.split('\n');
  return lint(code, filename).map(({ rule, line }) => `${rule}: ${(lines[line - 1] ?? '').trim()}`);
}
