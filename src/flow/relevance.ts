import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { profiles } from '../clients/index.js';
import { childrenOf, isFunction, staticName, type FunctionNode } from '../model/syntax.js';

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

/** A function, or what gives a variable or field its value, with the names in its text and those by which others use it. */
interface Unit {
  readonly fn: FunctionNode | undefined;
  readonly uses: Set<string>;
  readonly names: readonly string[];
}

/**
 * The functions of a file that may do something with a transaction: those in whose text such a member's name stands, and those in
 * whose text the name of one of these, or of a value made of such a member, stands. All others need not be executed by themselves.
 */
export function relevantFunctions(
  root: TSESTree.Node,
  keys: Keys,
): { all: FunctionNode[]; relevant: Set<FunctionNode> } {
  const units: Unit[] = [];
  const around: Set<string>[] = [];
  const visit = (node: TSESTree.Node): void => {
    const fn = isFunction(node) && hasBody(node) ? node : undefined;
    const names = fn ? [] : namesGiven(node);
    const uses = fn || names.length > 0 ? new Set<string>() : undefined;
    if (uses) {
      units.push({ fn, uses, names: fn?.id ? [fn.id.name] : names });
      around.push(uses);
    }
    if (node.type === T.Identifier || node.type === T.PrivateIdentifier) around.at(-1)?.add(node.name);
    else if (node.type === T.Literal && typeof node.value === 'string') around.at(-1)?.add(node.value);
    for (const child of childrenOf(node, keys)) visit(child);
    if (uses) {
      around.pop();
      const outer = around.at(-1);
      if (outer) for (const name of uses) outer.add(name);
    }
  };
  visit(root);
  const users = new Map<string, Unit[]>();
  for (const unit of units) {
    for (const name of unit.uses) {
      const known = users.get(name);
      if (known) known.push(unit);
      else users.set(name, [unit]);
    }
  }
  const relevant = new Set<FunctionNode>();
  // A set gives what is added to it while it is gone through.
  const known = new Set(operationNames);
  for (const name of known) {
    for (const { fn, names } of users.get(name) ?? []) {
      if (fn) relevant.add(fn);
      for (const given of names) known.add(given);
    }
  }
  return { all: units.flatMap(({ fn }) => (fn ? [fn] : [])), relevant };
}

/** A parser that puts up with `function f();` gives a function without one. */
const hasBody = (fn: FunctionNode): boolean => (fn as { body?: unknown }).body instanceof Object;

/** The names by which the file uses what a declaration, assignment, property or method gives. */
function namesGiven(node: TSESTree.Node): readonly string[] {
  switch (node.type) {
    case T.VariableDeclarator:
      return node.init ? identifiersIn(node.id) : [];
    case T.AssignmentExpression:
      return identifiersIn(node.left);
    case T.MethodDefinition:
    case T.PropertyDefinition:
    case T.AccessorProperty:
    case T.Property: {
      const name = staticName(node.key, node.computed)?.replace(/^#/, '');
      return name === undefined || name === 'constructor' ? [] : [name];
    }
    default:
      return [];
  }
}

function identifiersIn(target: TSESTree.Node): readonly string[] {
  switch (target.type) {
    case T.Identifier:
      return [target.name];
    case T.MemberExpression: {
      const name = staticName(target.property, target.computed)?.replace(/^#/, '');
      return name === undefined ? [] : [name];
    }
    case T.ObjectPattern:
      return target.properties.flatMap((p) => identifiersIn(p.type === T.RestElement ? p.argument : p.value));
    case T.ArrayPattern:
      return target.elements.flatMap((e) => (e ? identifiersIn(e) : []));
    case T.AssignmentPattern:
      return identifiersIn(target.left);
    case T.RestElement:
      return identifiersIn(target.argument);
    default:
      return [];
  }
}
