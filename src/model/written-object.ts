import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import type { Origins } from './origins.js';
import { isFunction, memberName, staticName, unwrapped, type FunctionNode } from './syntax.js';

/** An object as the text of the file writes it down. */
export interface WrittenObject {
  /** Its properties by name, each as it stands last. */
  readonly properties: ReadonlyMap<string, TSESTree.Property>;
  /** It may have properties that the text does not show, or show otherwise. */
  readonly open: boolean;
}

const DEEPEST = 6;

/** Reads an object from the expression that gives it; undefined where the text does not show it. */
export function writtenObject(
  origins: Origins,
  expression: TSESTree.Node,
  depth = DEEPEST,
): WrittenObject | undefined {
  if (depth === 0) return undefined;
  const node = unwrapped(expression);
  const read = (inner: TSESTree.Node): WrittenObject | undefined => writtenObject(origins, inner, depth - 1);
  switch (node.type) {
    case T.ObjectExpression:
      return joined(
        node.properties.map((property) => {
          if (property.type === T.SpreadElement) return read(property.argument);
          const name = staticName(property.key, property.computed);
          return name === undefined ? undefined : { properties: new Map([[name, property]]), open: false };
        }),
      );
    case T.Identifier: {
      const from = sourceOf(origins, node);
      return from && read(from);
    }
    case T.MemberExpression: {
      const name = memberName(node) ?? keyOf(origins, node);
      const owner = name === undefined ? undefined : read(node.object);
      const property = owner?.properties.get(name ?? '');
      const from = property?.value ?? heldBy(origins, node);
      return from && read(from);
    }
    case T.CallExpression:
      return writtenByCall(origins, node, read);
    default:
      return undefined;
  }
}

/** The name that `profiles[profile]` reads, where the key is a constant, or a parameter that gets only one. */
function keyOf(origins: Origins, { property }: TSESTree.MemberExpression): string | undefined {
  const source = property.type === T.Identifier ? sourceOf(origins, property) : undefined;
  return source && staticName(unwrapped(source), true);
}

/** Objects laid over each other: what an unseen one may replace is not known any more. */
function joined(parts: readonly (WrittenObject | undefined)[]): WrittenObject {
  let properties = new Map<string, TSESTree.Property>();
  let open = false;
  for (const part of parts) {
    if (!part || part.open) {
      properties = new Map();
      open = true;
    }
    for (const [name, property] of part?.properties ?? []) properties.set(name, property);
  }
  return { properties, open };
}

function writtenByCall(
  origins: Origins,
  node: TSESTree.CallExpression,
  read: (inner: TSESTree.Node) => WrittenObject | undefined,
): WrittenObject | undefined {
  const callee = origins.valueOf(node.callee);
  const [first] = node.arguments;
  if (callee.kind === 'native') {
    if (callee.name === 'Object.assign') return joined(node.arguments.map(read));
    return (callee.name === 'Object.freeze' || callee.name === 'Object.seal') && first
      ? read(first)
      : undefined;
  }
  if (callee.kind !== 'function') return undefined;
  const returned = returnedBy(callee.node);
  return returned && read(returned);
}

/** What a function returns; undefined where it decides between several. */
export function returnedBy({ body }: FunctionNode): TSESTree.Node | undefined {
  if (body.type !== T.BlockStatement) return body;
  const last = body.body.at(-1);
  const isStraight = body.body.every(
    ({ type }) =>
      type === T.VariableDeclaration || type === T.ReturnStatement || type === T.ExpressionStatement,
  );
  return isStraight && last?.type === T.ReturnStatement ? (last.argument ?? undefined) : undefined;
}

/** The expression whose value a name has wherever it is read: that of a constant, or the only argument for a parameter. */
export function sourceOf(origins: Origins, name: TSESTree.Identifier): TSESTree.Node | undefined {
  const variable = origins.bindings.variableOf(name);
  return variable && givenTo(origins, variable);
}

function givenTo(origins: Origins, variable: TSESLint.Scope.Variable): TSESTree.Node | undefined {
  const [definition] = variable.defs;
  if (!definition || origins.bindings.isReassigned(variable) || isChanged(origins, variable))
    return undefined;
  const { node } = definition;
  if (node.type === T.VariableDeclarator)
    return node.id.type === T.Identifier ? (node.init ?? undefined) : undefined;
  if (!isFunction(node)) return undefined;
  const args = argumentsOf(origins, node, variable);
  return args.length === 1 ? args[0] : undefined;
}

/** The expression whose value a member has wherever it is read: that of a namespace, or of a field that is filled once and left so. */
function heldBy(origins: Origins, node: TSESTree.MemberExpression): TSESTree.Node | undefined {
  const name = memberName(node);
  if (name === undefined || isFieldChanged(origins, name)) return undefined;
  const owner = unwrapped(node.object);
  if (owner.type === T.Identifier) {
    const namespace = origins.bindings.variableOf(owner);
    const exported = namespace && origins.namespaceMembers(namespace).get(name);
    if (exported) return givenTo(origins, exported);
  }
  const value = owner.type === T.ThisExpression ? undefined : origins.valueOf(owner);
  const cls =
    owner.type === T.ThisExpression
      ? origins.constructorAround(node)
      : value?.kind === 'class'
        ? value.node
        : undefined;
  const [only, ...others] = cls ? origins.writtenTo(cls, name) : [];
  return others.length > 0 ? undefined : only;
}

/** Whether a field of that name may be given something from outside of its class, or what it holds be changed. */
const isFieldChanged = (origins: Origins, name: string): boolean =>
  origins.isWrittenFromOutside(name) ||
  origins.index.members.some((member) => memberName(member) === name && changesAt(origins, member));

/** What a function's calls give for a parameter, where all of its calls are in the file. */
export function argumentsOf(
  origins: Origins,
  fn: FunctionNode,
  parameter: TSESLint.Scope.Variable,
): readonly TSESTree.Node[] {
  const index = fn.params.findIndex(
    (param) => param.type === T.Identifier && origins.bindings.variableOf(param) === parameter,
  );
  const calls = index < 0 ? [] : (origins.callsOf(fn) ?? []);
  const args = calls.map((call) => call.arguments[index]);
  return args.every((arg) => arg !== undefined && arg.type !== T.SpreadElement) ? args : [];
}

/** Whether an object that a variable holds may be changed: a property is set, or somebody gets it who may set one. */
const isChanged = (origins: Origins, variable: TSESLint.Scope.Variable, depth = DEEPEST): boolean =>
  variable.references.some(({ identifier }) => changesAt(origins, identifier, depth));

/** Whether what an expression gives may be changed where it stands: a property is set, or somebody gets it who may set one. */
function changesAt(origins: Origins, node: TSESTree.Node, depth = DEEPEST): boolean {
  let at = node;
  let parent = node.parent as TSESTree.Node;
  while (parent.type === T.MemberExpression && parent.object === at) {
    at = parent;
    parent = parent.parent;
  }
  if (parent.type === T.AssignmentExpression && parent.left === at) return at !== node;
  if (parent.type === T.UnaryExpression) return parent.operator === 'delete';
  if (parent.type !== T.CallExpression) return false;
  const index = parent.arguments.findIndex((argument) => argument === node);
  return index >= 0 && changesArgument(origins, parent, index, depth);
}

/** `Object.assign(target, ...)` and `setDefaults(target)` do, `kafka.producer(target)` does not. */
function changesArgument(
  origins: Origins,
  { callee }: TSESTree.CallExpression,
  index: number,
  depth: number,
): boolean {
  if (callee.type === T.MemberExpression) return memberName(callee) === 'assign' && index === 0;
  if (callee.type !== T.Identifier) return false;
  const called = origins.valueOf(callee);
  const parameter = called.kind === 'function' ? called.node.params[index] : undefined;
  const variable = parameter?.type === T.Identifier ? origins.bindings.variableOf(parameter) : undefined;
  return !variable || depth === 0 || isChanged(origins, variable, depth - 1);
}
