import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { profiles } from '../clients/index.js';
import { isFunction, staticName, type FunctionNode } from '../model/syntax.js';
import { childrenOf } from '../model/syntax.js';

type Keys = Readonly<Record<string, readonly string[] | undefined>>;

/** The names of the members that do something with a transaction, of all clients. */
const operationNames: ReadonlySet<string> = new Set(
  profiles.flatMap((profile) =>
    Object.values(profile.types).flatMap((type) =>
      Object.entries(type.members).flatMap(([name, member]) =>
        member.is === 'method' && (member.operation !== undefined || member.role !== undefined) ? [name] : [],
      ),
    ),
  ),
);

/**
 * The functions of a file that may do something with a transaction: those in whose text such a member's name stands, and those in
 * whose text the name of one of these stands. All others need not be executed by themselves.
 */
export function relevantFunctions(
  root: TSESTree.Node,
  keys: Keys,
): { all: FunctionNode[]; relevant: Set<FunctionNode> } {
  const names = new Map<FunctionNode, Set<string>>();
  const around: Set<string>[] = [];
  const visit = (node: TSESTree.Node): void => {
    const own = isFunction(node) && hasBody(node) ? new Set<string>() : undefined;
    if (own) {
      names.set(node as FunctionNode, own);
      around.push(own);
    }
    if (node.type === T.Identifier || node.type === T.PrivateIdentifier) around.at(-1)?.add(node.name);
    else if (node.type === T.Literal && typeof node.value === 'string') around.at(-1)?.add(node.value);
    for (const child of childrenOf(node, keys)) visit(child);
    if (own) {
      around.pop();
      const outer = around.at(-1);
      if (outer) for (const name of own) outer.add(name);
    }
  };
  visit(root);
  const known = new Set(operationNames);
  const relevant = new Set<FunctionNode>();
  for (let grown = true; grown;) {
    grown = false;
    for (const [fn, used] of names) {
      if (relevant.has(fn)) continue;
      let found = false;
      for (const name of used) if (known.has(name)) found = true;
      if (!found) continue;
      relevant.add(fn);
      grown = true;
      const name = nameOf(fn);
      if (name !== undefined) known.add(name);
    }
  }
  return { all: [...names.keys()], relevant };
}

/** A parser that puts up with `function f();` gives a function without one. */
const hasBody = (fn: FunctionNode): boolean => (fn as { body?: unknown }).body instanceof Object;

/** The name by which other functions of the file call a function. */
function nameOf(fn: FunctionNode): string | undefined {
  if (fn.id) return fn.id.name;
  const { parent } = fn;
  switch (parent.type) {
    case T.VariableDeclarator:
      return parent.id.type === T.Identifier ? parent.id.name : undefined;
    case T.MethodDefinition:
    case T.PropertyDefinition:
    case T.Property:
      return staticName(parent.key, parent.computed)?.replace(/^#/, '');
    case T.AssignmentExpression:
      return parent.left.type === T.MemberExpression
        ? staticName(parent.left.property, parent.left.computed)?.replace(/^#/, '')
        : parent.left.type === T.Identifier
          ? parent.left.name
          : undefined;
    default:
      return undefined;
  }
}
