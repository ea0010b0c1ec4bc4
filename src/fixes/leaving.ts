import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { isFunction, memberName, unwrapped } from '../model/syntax.js';

/** Whether control never comes to the end of a statement: on every way it throws, returns, or goes on elsewhere. */
export function alwaysLeaves(node: TSESTree.Statement): boolean {
  switch (node.type) {
    case T.ThrowStatement:
    case T.ReturnStatement:
    case T.BreakStatement:
    case T.ContinueStatement:
      return true;
    case T.ExpressionStatement:
      return isProcessExit(node.expression);
    case T.BlockStatement:
      return node.body.some(alwaysLeaves);
    case T.IfStatement:
      return alwaysLeaves(node.consequent) && node.alternate !== null && alwaysLeaves(node.alternate);
    case T.TryStatement:
      return (
        (node.finalizer !== null && alwaysLeaves(node.finalizer)) ||
        (alwaysLeaves(node.block) && (node.handler === null || alwaysLeaves(node.handler.body)))
      );
    case T.SwitchStatement: {
      const last = node.cases.at(-1);
      return (
        node.cases.some(({ test }) => test === null) &&
        last !== undefined &&
        last.consequent.length > 0 &&
        node.cases.every(({ consequent }) => consequent.length === 0 || leavesSwitch(consequent))
      );
    }
    default:
      return false;
  }
}

/** Whether a case leaves more than its switch. */
const leavesSwitch = (consequent: readonly TSESTree.Statement[]): boolean =>
  consequent.some(alwaysLeaves) && !exitsOf(consequent).some((exit) => exit.type === T.BreakStatement);

export const isProcessExit = (node: TSESTree.Node): boolean => {
  const call = unwrapped(node);
  if (call.type !== T.CallExpression) return false;
  const callee = unwrapped(call.callee);
  return (
    callee.type === T.MemberExpression &&
    callee.object.type === T.Identifier &&
    callee.object.name === 'process' &&
    (memberName(callee) === 'exit' || memberName(callee) === 'abort')
  );
};

/** A statement by which control leaves. */
export type Exit =
  TSESTree.ThrowStatement | TSESTree.ReturnStatement | TSESTree.BreakStatement | TSESTree.ContinueStatement;

/** The statements by which control leaves some statements for somewhere else. Functions in them are left out. */
export function exitsOf(statements: readonly TSESTree.Statement[]): Exit[] {
  const exits: Exit[] = [];
  const visit = (node: TSESTree.Node, loops: number, breakables: number, labels: readonly string[]): void => {
    if (isFunction(node)) return;
    switch (node.type) {
      case T.ThrowStatement:
      case T.ReturnStatement:
        exits.push(node);
        return;
      case T.BreakStatement:
        if (node.label ? !labels.includes(node.label.name) : breakables === 0) exits.push(node);
        return;
      case T.ContinueStatement:
        if (node.label ? !labels.includes(node.label.name) : loops === 0) exits.push(node);
        return;
      case T.BlockStatement:
        for (const inner of node.body) visit(inner, loops, breakables, labels);
        return;
      case T.IfStatement:
        visit(node.consequent, loops, breakables, labels);
        if (node.alternate) visit(node.alternate, loops, breakables, labels);
        return;
      case T.LabeledStatement:
        visit(node.body, loops, breakables, [...labels, node.label.name]);
        return;
      case T.TryStatement:
        visit(node.block, loops, breakables, labels);
        if (node.handler) visit(node.handler.body, loops, breakables, labels);
        if (node.finalizer) visit(node.finalizer, loops, breakables, labels);
        return;
      case T.SwitchStatement:
        for (const { consequent } of node.cases)
          for (const inner of consequent) visit(inner, loops, breakables + 1, labels);
        return;
      case T.ForStatement:
      case T.ForInStatement:
      case T.ForOfStatement:
      case T.WhileStatement:
      case T.DoWhileStatement:
        visit(node.body, loops + 1, breakables + 1, labels);
        return;
      default:
    }
  };
  for (const statement of statements) visit(statement, 0, 0, []);
  return exits;
}
