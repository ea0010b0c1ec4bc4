import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { isRandom } from './natives.js';
import type { Origins } from './origins.js';
import { enclosingClass, isFunction, memberName, unwrapped } from './syntax.js';
import { argumentsOf, returnedBy, writtenObject } from './written-object.js';

const DEEPEST = 10;

/** Methods whose result changes with their arguments, not with their receiver alone. */
const MIXING: ReadonlySet<string> = new Set([
  'join',
  'concat',
  'update',
  'replace',
  'replaceAll',
  'padEnd',
  'padStart',
]);

/** Values of the process that are others at every start. */
const OF_THE_PROCESS: ReadonlySet<string> = new Set(['process.pid', 'process.ppid']);

/**
 * Whether an expression certainly has another value each time the program starts: random, taken from the clock or the
 * process, or made of such a value. What may come from elsewhere (`process.env.ID ?? randomUUID()`) does not count.
 */
export function changesAtStart(origins: Origins, expression: TSESTree.Node, depth = DEEPEST): boolean {
  if (depth === 0) return false;
  const node = unwrapped(expression);
  const changes = (inner: TSESTree.Node | null | undefined): boolean =>
    inner !== null && inner !== undefined && changesAtStart(origins, inner, depth - 1);
  const oneOf = (branches: readonly TSESTree.Node[]): boolean => {
    // A branch without a value gives no id.
    const given = branches.filter((branch) => origins.valueOf(branch).kind !== 'nil');
    return given.length > 0 && given.every(changes);
  };
  switch (node.type) {
    case T.TemplateLiteral:
      return node.expressions.some(changes);
    case T.BinaryExpression:
      return node.operator === '+' && (changes(node.left) || changes(node.right));
    case T.UnaryExpression:
    case T.AwaitExpression:
    case T.SpreadElement:
      return changes(node.argument);
    case T.ArrayExpression:
      return node.elements.some(changes);
    case T.ConditionalExpression:
      return oneOf([node.consequent, node.alternate]);
    case T.LogicalExpression:
      return changes(node.left) && changes(node.right);
    case T.Identifier:
      return nameChanges(origins, node, changes);
    case T.NewExpression: {
      const callee = origins.valueOf(node.callee);
      return (
        callee.kind === 'native' &&
        callee.name === 'Date' &&
        (node.arguments.length === 0 || node.arguments.some(changes))
      );
    }
    case T.MemberExpression: {
      const value = origins.valueOf(node);
      if (value.kind === 'native') return OF_THE_PROCESS.has(value.name);
      const name = memberName(node);
      const property =
        name === undefined ? undefined : writtenObject(origins, node.object)?.properties.get(name);
      if (property && changes(property.value)) return true;
      const owner = node.object.type === T.ThisExpression ? enclosingClass(node) : undefined;
      if (!owner || name === undefined) return changes(node.object);
      const written = origins.writtenTo(owner, name);
      return written.length > 0 && written.every(changes);
    }
    case T.CallExpression:
      return callChanges(origins, node, changes);
    default:
      return false;
  }
}

type Reading = (inner: TSESTree.Node | null | undefined) => boolean;

function nameChanges(origins: Origins, name: TSESTree.Identifier, changes: Reading): boolean {
  const { bindings } = origins;
  const variable = bindings.variableOf(name);
  const [definition] = variable?.defs ?? [];
  if (!variable || !definition || bindings.isReassigned(variable)) return false;
  const { node } = definition;
  if (node.type === T.VariableDeclarator) {
    // `const { pid } = process`
    if (node.id.type !== T.Identifier) {
      const value = origins.variableValue(variable);
      return value.kind === 'native' && OF_THE_PROCESS.has(value.name);
    }
    return changes(node.init);
  }
  if (node.type === T.ImportSpecifier) {
    const value = origins.variableValue(variable);
    return value.kind === 'native' && OF_THE_PROCESS.has(value.name);
  }
  if (!isFunction(node)) return false;
  const args = argumentsOf(origins, node, variable);
  return args.length > 0 && args.every(changes);
}

function callChanges(origins: Origins, node: TSESTree.CallExpression, changes: Reading): boolean {
  const callee = origins.valueOf(node.callee);
  if (callee.kind === 'native') {
    if (isRandom(callee.name)) return true;
    return (
      /^(String|Number|Buffer\.from|JSON\.stringify|pure)$/.test(callee.name) && changes(node.arguments[0])
    );
  }
  if (callee.kind === 'function') {
    return changes(returnedBy(callee.node));
  }
  const access = unwrapped(node.callee);
  if (access.type !== T.MemberExpression) return false;
  if (changes(access.object)) return true;
  return MIXING.has(memberName(access) ?? '') && node.arguments.some(changes);
}
