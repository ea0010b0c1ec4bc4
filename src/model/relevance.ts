import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { profiles, type MethodMember } from '../clients/index.js';
import type { FileIndex } from './file-index.js';
import { hasBody, isFunction, staticName, type FunctionNode } from './syntax.js';

type Client = (typeof profiles)[number];

/** The names of a client's methods that a test accepts. */
const methodNames = ({ types }: Client, accepts: (method: MethodMember) => boolean): string[] =>
  Object.values(types).flatMap(({ members }) =>
    Object.entries(members).flatMap(([name, member]) =>
      member.is === 'method' && accepts(member) ? [name] : [],
    ),
  );

/** The names of all methods that concern producers and transactions, of all clients. */
const memberNames: ReadonlySet<string> = new Set(
  profiles.flatMap((client) => methodNames(client, (m) => m.operation !== undefined || m.role !== undefined)),
);

/** Making and closing a producer goes wrong for no transaction; all else concerns one that is begun where it is done. */
const isTelling = ({ operation }: MethodMember): boolean =>
  operation !== undefined && operation !== 'create' && operation !== 'close';

const tellingNames = new Map<Client, ReadonlySet<string>>();
/** The names by which a transaction is worked on in files of a client: its own, and those of others that it does not have. */
function tellingNamesOf(client: Client): ReadonlySet<string> {
  let names = tellingNames.get(client);
  if (!names) {
    const own = new Set(Object.values(client.types).flatMap(({ members }) => Object.keys(members)));
    const foreign = profiles
      .flatMap((other) => methodNames(other, isTelling))
      .filter((name) => !own.has(name));
    names = new Set([...methodNames(client, isTelling), ...foreign]);
    tellingNames.set(client, names);
  }
  return names;
}

/** The clients of which a file mentions a module; all of them where it mentions none, as with types alone. */
function mentioned(text: string): readonly Client[] {
  const found = profiles.filter(({ modules }) =>
    Object.keys(modules).some((module) => text.includes(module)),
  );
  return found.length > 0 ? found : profiles;
}

/** What of a file may do something with a transaction. */
export interface Relevance {
  /** The functions that may work on a transaction; all others need not be executed by themselves. */
  readonly functions: ReadonlySet<FunctionNode>;
  /** The names by which something is done with producers: those of the clients' members, and those of what is made of them. */
  readonly names: ReadonlySet<string>;
}

/**
 * Finds the functions in whose text the name of such a member stands, and those in whose text the name of one of these, or of a
 * value made of such a member, stands.
 */
export function relevanceIn(index: FileIndex, text: string): Relevance {
  const names = new Set(mentioned(text).flatMap((client) => [...tellingNamesOf(client)]));
  const found = new Set<TSESTree.Node>();
  const functions = spread(index, names, found);
  for (const name of memberNames) names.add(name);
  spread(index, names, found);
  return { functions, names };
}

/** Adds the names of what contains one of the names, and gives the functions among it that were not found before. */
function spread(index: FileIndex, names: Set<string>, found: Set<TSESTree.Node>): ReadonlySet<FunctionNode> {
  const functions = new Set<FunctionNode>();
  // A set is gone through to its end, with what is added meanwhile.
  for (const name of names) {
    for (const node of index.names.get(name) ?? []) {
      for (let at = node.parent; at && !found.has(at); at = at.parent) {
        if (isFunction(at) && hasBody(at)) {
          found.add(at);
          functions.add(at);
          if (at.id) names.add(at.id.name);
          continue;
        }
        const given = namesGiven(at);
        if (given.length === 0) continue;
        found.add(at);
        for (const other of given) names.add(other);
      }
    }
  }
  return functions;
}

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
