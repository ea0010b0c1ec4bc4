import type { TSESTree } from '@typescript-eslint/utils';
import type { ClientId } from '../clients/index.js';
import { isLoop } from '../model/syntax.js';
import type { Operation, RowId } from '../taxonomy/index.js';
import { type Effect, maskOf, rowsIn } from './errors.js';
import type { FindingKind } from './finding.js';
import type { Interpreter } from './interpreter.js';
import { siteFrom, siteOfRepeat } from './sites.js';
import type { State } from './state.js';

/** The rows that an error can still be, without the client's own state errors; undefined when something unseen has judged it, or nobody has seen it yet. */
export function rowsOf(
  it: Interpreter,
  state: State,
  error: string,
  effects?: readonly Effect[],
): ReadonlySet<RowId | 'unknown'> | undefined {
  const fact = state.fact('error', error);
  const table = it.sourceOf(error)?.table;
  if (!fact || !table || fact.judged) return undefined;
  if (state.fact('debt', error) && !it.settling.includes(error)) return undefined;
  let { mask } = fact;
  if (effects) mask &= effects.reduce((all, effect) => all | maskOf(table, effect), 0n);
  // Where only the error's text was asked, what is wrong has to be wrong for all that it can be.
  if (fact.sorted && (fact.mask & ~mask & table.raised) !== 0n) return undefined;
  const rows = rowsIn(table, mask);
  it.courses?.masks.set(rows, mask & table.raised);
  return rows.size === 0 ? undefined : rows;
}

export function report(
  it: Interpreter,
  state: State,
  kind: FindingKind,
  node: TSESTree.Node,
  error: string | undefined,
  deed: { client: ClientId; operation: Operation; node: TSESTree.Node },
  extra: {
    rows?: ReadonlySet<RowId | 'unknown'>;
    detail?: string;
    related?: TSESTree.Node | undefined;
    turn?: string;
  } = {},
): void {
  const source = error === undefined ? undefined : it.sourceOf(error);
  const handler = error === undefined ? undefined : state.fact('error', error)?.handler;
  const site =
    kind !== 'outside' && (isLoop(node) || node !== deed.node)
      ? siteOfRepeat(it, node, source?.node ?? deed.node)
      : siteFrom(it, handler, node);
  it.courses?.reported(it, state, { kind, node: site, error }, extra.rows);
  it.findings.add({
    kind,
    node: site,
    client: deed.client,
    operation: source?.table?.operation ?? deed.operation,
    call: source?.table ? source.node : deed.node,
    deed: deed.node,
    rows: extra.rows ?? new Set(),
    detail: extra.detail ?? '',
    error,
    related: extra.related,
    turn: extra.turn,
    handler,
  });
}
