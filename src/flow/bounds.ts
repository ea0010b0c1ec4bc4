import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { childrenOf, enclosingFunction, isLoop } from '../model/syntax.js';

type Keys = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Whether something that repeats has a bound that its text shows: a loop over items, a counter that is compared, a
 * recursion with a parameter that is counted. What is no loop is taken to be bounded.
 */
export function isBoundedLoop(node: TSESTree.Node, keys: Keys): boolean {
  if (node.type === T.ForOfStatement || node.type === T.ForInStatement) return true;
  let scope: TSESTree.Node = node;
  if (!isLoop(node)) {
    if (node.type !== T.CallExpression) return true;
    // A recursive call: the function around it counts.
    let fn = enclosingFunction(node);
    if (!fn) return true;
    // One that is only given to a call, as to a timer, is part of the one around it.
    for (let outer = enclosingFunction(fn); outer && fn.parent.type === T.CallExpression;) {
      fn = outer;
      outer = enclosingFunction(fn);
    }
    scope = fn;
  }
  const counted = new Set<string>();
  const compared = new Set<string>();
  const stack: TSESTree.Node[] = [scope];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at.type === T.UpdateExpression) counted.add(rootName(at.argument));
    if (at.type === T.AssignmentExpression && /^[-+*]=$/.test(at.operator)) counted.add(rootName(at.left));
    if (at.type === T.CallExpression && at === node) {
      for (const argument of at.arguments)
        if (argument.type === T.BinaryExpression) for (const n of namesIn(argument, keys)) counted.add(n);
    }
    if (at.type === T.BinaryExpression && /^([<>]=?|[!=]==?)$/.test(at.operator))
      for (const n of namesIn(at, keys)) compared.add(n);
    // A counter may also be tested for itself.
    if ((at.type === T.IfStatement || at.type === T.ConditionalExpression) && at.test.type === T.Identifier)
      compared.add(at.test.name);
    if (
      at.type === T.CallExpression &&
      /shift|pop|next/.test(
        at.callee.type === T.MemberExpression && at.callee.property.type === T.Identifier
          ? at.callee.property.name
          : '',
      )
    )
      return true;
    // The counter of a loop inside bounds that loop alone.
    if (at !== node && at.type === T.ForStatement && at.init?.type === T.VariableDeclaration)
      stack.push(at.body);
    else stack.push(...childrenOf(at, keys));
  }
  return [...counted].some((name) => compared.has(name)) || namesInDeadline(scope, keys);
}

const rootName = (node: TSESTree.Node): string =>
  node.type === T.Identifier
    ? node.name
    : node.type === T.MemberExpression && node.property.type === T.Identifier
      ? node.property.name
      : '';

function namesIn(node: TSESTree.Node, keys: Keys): string[] {
  const names: string[] = [];
  const stack: TSESTree.Node[] = [node];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at.type === T.Identifier) names.push(at.name);
    stack.push(...childrenOf(at, keys));
  }
  return names;
}

/** A deadline: the clock is read and compared. */
function namesInDeadline(node: TSESTree.Node, keys: Keys): boolean {
  const stack: TSESTree.Node[] = [node];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (
      at.type === T.BinaryExpression &&
      /^[<>]=?$/.test(at.operator) &&
      namesIn(at, keys).some((n) => n === 'Date' || n === 'performance')
    )
      return true;
    stack.push(...childrenOf(at, keys));
  }
  return false;
}
