import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { walk } from '../model/bindings.js';

type Source = Readonly<TSESLint.SourceCode>;

/** The names that stand in a node, of whatever kind. */
export function namesIn(source: Source, node: TSESTree.Node): Set<string> {
  const names = new Set<string>();
  walk(node, source.visitorKeys, (at) => {
    if (at.type === T.Identifier) names.add(at.name);
  });
  return names;
}

/** A name for the error of a handler that nothing in a node stands for: what the file's other handlers use, if it is free. */
export function freeErrorName(source: Source, node: TSESTree.Node): string {
  const taken = namesIn(source, node);
  const used = new Map<string, number>();
  walk(source.ast, source.visitorKeys, (at) => {
    if (at.type === T.CatchClause && at.param?.type === T.Identifier)
      used.set(at.param.name, (used.get(at.param.name) ?? 0) + 1);
  });
  const habits = [...used].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  const names = [...habits.slice(0, 1), 'error', 'err', 'cause', 'failure'];
  return names.find((name) => !taken.has(name)) ?? unusedNumber('error', taken);
}

function unusedNumber(stem: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}

/** The variables declared in some statements that something outside of them reads or writes. */
export function variablesUsedIn(
  source: Source,
  declared: readonly TSESTree.Node[],
  users: readonly TSESTree.Node[],
): boolean {
  const within = ({ range }: TSESTree.Node, nodes: readonly TSESTree.Node[]): boolean =>
    nodes.some((node) => node.range[0] <= range[0] && range[1] <= node.range[1]);
  for (const scope of source.scopeManager?.scopes ?? []) {
    for (const variable of scope.variables) {
      if (!variable.identifiers.some((name) => within(name, declared))) continue;
      if (variable.references.some(({ identifier }) => within(identifier, users))) return true;
    }
  }
  return false;
}

/** Whether a name, read at a node, is a global one: nothing in the file declares it. */
export function isGlobalName(source: Source, name: string, node: TSESTree.Node): boolean {
  for (let scope: TSESLint.Scope.Scope | null = source.getScope(node); scope; scope = scope.upper) {
    if (scope.set.get(name)?.defs.length) return false;
  }
  return true;
}
