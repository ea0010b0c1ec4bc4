import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';

export type FunctionNode =
  TSESTree.FunctionDeclaration | TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression;
export type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;
/** What `new` makes instances of: a class, or a function with methods on its prototype. */
export type ConstructorNode = ClassNode | FunctionNode;
export type LoopNode =
  | TSESTree.ForStatement
  | TSESTree.ForOfStatement
  | TSESTree.ForInStatement
  | TSESTree.WhileStatement
  | TSESTree.DoWhileStatement;

export const isFunction = (node: TSESTree.Node): node is FunctionNode =>
  node.type === T.FunctionDeclaration ||
  node.type === T.FunctionExpression ||
  node.type === T.ArrowFunctionExpression;

export const isClass = (node: TSESTree.Node): node is ClassNode =>
  node.type === T.ClassDeclaration || node.type === T.ClassExpression;

export const isLoop = (node: TSESTree.Node): node is LoopNode =>
  node.type === T.ForStatement ||
  node.type === T.ForOfStatement ||
  node.type === T.ForInStatement ||
  node.type === T.WhileStatement ||
  node.type === T.DoWhileStatement;

/** The expression inside type assertions, `satisfies`, `!` and optional chains, which leave the value as it is. */
export function unwrapped(node: TSESTree.Node): TSESTree.Node {
  let inner = node;
  for (;;) {
    switch (inner.type) {
      case T.TSAsExpression:
      case T.TSSatisfiesExpression:
      case T.TSNonNullExpression:
      case T.TSTypeAssertion:
      case T.TSInstantiationExpression:
      case T.ChainExpression:
        inner = inner.expression;
        break;
      default:
        return inner;
    }
  }
}

/** The name of a property key or member that does not depend on a run-time value; `#x` for private names. */
export function staticName(key: TSESTree.Node, computed: boolean): string | undefined {
  if (key.type === T.PrivateIdentifier) return `#${key.name}`;
  if (!computed && key.type === T.Identifier) return key.name;
  if (key.type === T.Literal && (typeof key.value === 'string' || typeof key.value === 'number')) {
    return String(key.value);
  }
  if (key.type === T.TemplateLiteral && key.expressions.length === 0)
    return key.quasis[0]?.value.cooked ?? undefined;
  // A symbol of the language's own, as the specification writes it.
  if (computed && key.type === T.MemberExpression && key.object.type === T.Identifier && !key.computed)
    return key.object.name === 'Symbol' && key.property.type === T.Identifier
      ? `@@${key.property.name}`
      : undefined;
  return undefined;
}

/** Whether a function has code: a parser that puts up with `function f();` gives one without. */
export const hasBody = (fn: FunctionNode): boolean => (fn as { body?: unknown }).body instanceof Object;

/** The name a member expression reads, if it is known from the text. */
export const memberName = (node: TSESTree.MemberExpression): string | undefined =>
  staticName(node.property, node.computed);

/** The function that a node stands in, or undefined at the top level. */
export function enclosingFunction(node: TSESTree.Node): FunctionNode | undefined {
  for (let at = node.parent; at; at = at.parent) if (isFunction(at)) return at;
  return undefined;
}

/** The class whose body a node stands in, not counting nested functions' own `this`. */
export function enclosingClass(node: TSESTree.Node): ClassNode | undefined {
  for (let at = node.parent; at; at = at.parent) if (isClass(at)) return at;
  return undefined;
}

/** The nodes directly below a node, in the order of the text. `keys` are the parser's visitor keys. */
export function childrenOf(
  node: TSESTree.Node,
  keys: Readonly<Record<string, readonly string[] | undefined>>,
): TSESTree.Node[] {
  const children: TSESTree.Node[] = [];
  for (const key of keys[node.type] ?? []) {
    const child = (node as unknown as Record<string, unknown>)[key];
    if (Array.isArray(child)) {
      for (const item of child) if (isNode(item)) children.push(item);
    } else if (isNode(child)) {
      children.push(child);
    }
  }
  return children;
}
const isNode = (value: unknown): value is TSESTree.Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/**
 * `if (done) return;` of a function that sets `done` afterwards, so that the rest of it runs once: the flag is a variable or a
 * field, and the rest gives it the truth value that the test asks for.
 */
export function isOnceGuard({ test, consequent, alternate, parent }: TSESTree.IfStatement): boolean {
  if (alternate || parent.type !== T.BlockStatement || !isFunction(parent.parent)) return false;
  const only =
    consequent.type === T.BlockStatement && consequent.body.length === 1 ? consequent.body[0] : consequent;
  if (only?.type !== T.ReturnStatement || only.argument) return false;
  let flag = unwrapped(test);
  const when = !(flag.type === T.UnaryExpression && flag.operator === '!');
  if (flag.type === T.UnaryExpression) flag = unwrapped(flag.argument);
  const name = flagName(flag);
  return (
    name !== undefined &&
    parent.body.some(
      (statement) =>
        statement.range[0] > consequent.range[0] &&
        statement.type === T.ExpressionStatement &&
        statement.expression.type === T.AssignmentExpression &&
        statement.expression.operator === '=' &&
        flagName(statement.expression.left) === name &&
        statement.expression.right.type === T.Literal &&
        statement.expression.right.value === when,
    )
  );
}

function flagName(node: TSESTree.Node): string | undefined {
  if (node.type === T.Identifier) return node.name;
  if (node.type !== T.MemberExpression || node.object.type !== T.ThisExpression) return undefined;
  const name = memberName(node);
  return name === undefined ? undefined : `this.${name}`;
}

/** The function that fills a new instance: the constructor that is written in a class, or the function that is called with `new`. */
export function constructorOf(node: ConstructorNode): FunctionNode | undefined {
  if (isFunction(node)) return node;
  const method = node.body.body.find((m) => m.type === T.MethodDefinition && m.kind === 'constructor');
  return method?.type === T.MethodDefinition && isFunction(method.value) ? method.value : undefined;
}
