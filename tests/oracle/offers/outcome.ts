import { diffChars } from 'diff';
import type { Analysis } from '../../../src/flow/analysis.js';
import type { Finding, FindingKind } from '../../../src/flow/finding.js';
import { rules } from '../../../src/rules/index.js';
import type { Offer } from './offers.js';

/** What a change does to the reports of a program. */
export interface Outcome {
  /** The report that offers it is still there. */
  readonly isStillReported: boolean;
  /** What is reported now and was not wrong before: what another report had silenced was. */
  readonly brings: readonly FindingKind[];
}

/** Where each place of the changed text stood before; undefined for new text. */
function oldPlaces(text: string, { range: [start, end], put }: Offer): (at: number) => number | undefined {
  const places: (number | undefined)[] = [];
  let old = start;
  for (const { value, added, removed } of diffChars(text.slice(start, end), put)) {
    if (removed) old += value.length;
    else places.push(...Array.from({ length: value.length }, () => (added ? undefined : old++)));
  }
  return (at) => {
    if (at < start) return at;
    return at < start + put.length ? places[at - start] : at - start - put.length + end;
  };
}

/** Compares what is reported of a program with what is reported of it after a change. */
export function outcomeOf(offer: Offer, before: Analysis, after: Analysis | undefined): Outcome {
  const place = oldPlaces(before.origins.sourceCode.text, offer);
  const { kinds } = rules[offer.rule as keyof typeof rules];
  const isOwn = ({ kind, node: { loc } }: Finding): boolean =>
    kinds.includes(kind) && loc.start.line === offer.line && loc.start.column === offer.column;
  const known = before.interpreter.findings.all;
  const stood = ({ kind, node }: Finding): Finding | undefined =>
    known.find((one) => one.kind === kind && one.node.range[0] === place(node.range[0]));
  const reported = after?.findings ?? [];
  const kept = new Set(after?.interpreter.findings.all.map(stood));
  /** Where much is moved, letters alone do not tell what was where. */
  const moved = known.filter(
    (one) =>
      !kept.has(one) &&
      !isOwn(one) &&
      offer.range[0] <= one.node.range[0] &&
      one.node.range[1] <= offer.range[1],
  );
  const isMoved = ({ kind }: Finding): boolean => {
    const at = moved.findIndex((one) => one.kind === kind);
    return at >= 0 && moved.splice(at, 1).length > 0;
  };
  return {
    isStillReported: reported.some((finding) => {
      const earlier = stood(finding);
      return earlier !== undefined && isOwn(earlier);
    }),
    brings: reported.filter((finding) => !stood(finding) && !isMoved(finding)).map(({ kind }) => kind),
  };
}
