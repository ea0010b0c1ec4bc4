import type { Analysis } from '../../../src/flow/analysis.js';
import type { Finding, FindingKind } from '../../../src/flow/finding.js';
import { INVARIANTS, type Invariant, type Speakers } from '../invariants.js';

/**
 * Whether the analysis of a program has found what breaks an invariant for a row: a change that takes another mistake away lets it be
 * seen, or seen for the row, too.
 *
 * @param row - The row of the error behind it, where there is one.
 * @param isFix - It is a fix that is looked at: only what was found for that row counts.
 */
export function wasFound(
  { interpreter }: Analysis,
  invariant: string,
  row: string | undefined,
  isFix: boolean,
): boolean {
  const { own, instead = [] }: Speakers = INVARIANTS[invariant as Invariant];
  const kinds: readonly FindingKind[] = [...own, ...instead];
  // What hides an error hides any.
  const isOfRow = ({ kind, rows }: Finding): boolean =>
    kind === 'unguarded-abort' ||
    [...rows].some((one) => one === row) ||
    (!isFix && (row === undefined || rows.size === 0));
  return interpreter.findings.all.some((finding) => kinds.includes(finding.kind) && isOfRow(finding));
}
