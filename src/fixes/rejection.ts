import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { spelledPath } from '../flow/calls.js';
import {
  enclosingClass,
  enclosingFunction,
  memberName,
  staticName,
  unwrapped,
  type FunctionNode,
} from '../model/syntax.js';
import { ownFunction } from './handler-deeds.js';
import { enclosingTry } from './statements.js';
import { walk } from '../model/bindings.js';
import type { Situation } from './candidate.js';

/** Those who wait for what a function gives that they call, and act on its failure: kafkajs's and Confluent's consumers. */
const HEARD_PROPERTIES: ReadonlySet<string> = new Set(['eachMessage', 'eachBatch']);

/** What calls a function later and waits for nothing. */
const DEAF =
  /^(on|once|off|addListener|prependListener|addEventListener|removeListener|subscribe|setTimeout|setInterval|setImmediate|nextTick|queueMicrotask|forEach|schedule|cron)$/;

/**
 * Whether an error that a node throws reaches somebody: the node stands in an async function whose promise, as far as the file shows,
 * whoever calls it waits for.
 */
export function isRejectionHeard(situation: Situation, node: TSESTree.Node): boolean {
  const fn = enclosingFunction(node);
  return fn !== undefined && fn.async && !fn.generator && isHeard(situation, fn);
}

/** Whether whoever calls a function, as far as the file shows, waits for the promise it gives. */
export function isHeard(situation: Situation, fn: FunctionNode): boolean {
  const { parent } = fn;
  switch (parent.type) {
    case T.CallExpression:
      return isCallbackHeard(situation, fn, parent);
    case T.Property: {
      const name = staticName(parent.key, parent.computed);
      if (name !== undefined && HEARD_PROPERTIES.has(name)) return true;
      // A function in an object that is given away: who knows what becomes of its promise.
      return !isGivenAway(parent.parent);
    }
    case T.MethodDefinition:
    case T.PropertyDefinition: {
      if (parent.type === T.MethodDefinition && parent.kind !== 'method') return false;
      const name = staticName(parent.key, parent.computed);
      return name !== undefined && isMemberHeard(situation, fn, name);
    }
    case T.VariableDeclarator:
    case T.AssignmentExpression: {
      const target = parent.type === T.VariableDeclarator ? parent.id : parent.left;
      return target.type === T.Identifier ? isNameHeard(situation, target) : true;
    }
    default:
      if (fn.type === T.FunctionDeclaration) return fn.id === null || isNameHeard(situation, fn.id);
      return parent.type === T.ExportDefaultDeclaration || parent.type === T.ReturnStatement;
  }
}

/** Whether somebody waits for the promise of an expression, so that its error goes on. */
export function isPromiseHeard(situation: Situation, node: TSESTree.Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case T.AwaitExpression:
      return enclosingTry(parent) !== undefined || isRejectionHeard(situation, parent);
    case T.ReturnStatement:
    case T.ArrowFunctionExpression: {
      const fn = parent.type === T.ReturnStatement ? enclosingFunction(parent) : parent;
      return fn !== undefined && !fn.generator && isHeard(situation, fn);
    }
    case T.MemberExpression:
      return (
        parent.object === node &&
        CHAIN.test(memberName(parent) ?? '') &&
        parent.parent.type === T.CallExpression &&
        isPromiseHeard(situation, parent.parent)
      );
    case T.ChainExpression:
    case T.TSAsExpression:
    case T.TSNonNullExpression:
    case T.ArrayExpression:
      return isPromiseHeard(situation, parent);
    case T.CallExpression:
      return (
        parent.arguments.includes(node as TSESTree.Expression) &&
        spelledPath(parent.callee).join('.') === 'Promise.all' &&
        isPromiseHeard(situation, parent)
      );
    default:
      return false;
  }
}

const CHAIN = /^(then|catch|finally)$/;

/** Whether what a function given to a call throws reaches somebody. */
function isCallbackHeard(situation: Situation, fn: FunctionNode, call: TSESTree.CallExpression): boolean {
  const callee = unwrapped(call.callee);
  const name = callee.type === T.MemberExpression ? (memberName(callee) ?? '') : '';
  if (CHAIN.test(name) || name === 'map') return isPromiseHeard(situation, call);
  const own = ownFunction(situation, callee);
  const parameter = own?.params[call.arguments.indexOf(fn as TSESTree.Expression)];
  if (parameter?.type !== T.Identifier) return false;
  // A function of the file that waits for what it is given.
  const variable = situation.analysis.origins.bindings.variableOf(parameter);
  return (
    variable?.references.every(({ identifier }) => {
      const use = identifier.parent;
      return (
        use.type === T.CallExpression &&
        use.callee === identifier &&
        (use.parent.type === T.AwaitExpression || use.parent.type === T.ReturnStatement) &&
        enclosingFunction(use) === own
      );
    }) === true && isPromiseHeard(situation, call)
  );
}

function isGivenAway(node: TSESTree.Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case T.CallExpression:
    case T.NewExpression:
      return parent.arguments.includes(node as TSESTree.Expression);
    case T.Property:
    case T.ObjectExpression:
    case T.ArrayExpression:
      return isGivenAway(parent);
    default:
      return false;
  }
}

function isNameHeard({ analysis }: Situation, name: TSESTree.Identifier): boolean {
  const variable = analysis.origins.bindings.variableOf(name);
  return variable?.references.every(({ identifier }) => isUseHeard(identifier)) ?? false;
}

function isMemberHeard({ sourceCode }: Situation, fn: FunctionNode, name: string): boolean {
  const owner = enclosingClass(fn);
  let heard = true;
  walk(sourceCode.ast, sourceCode.visitorKeys, (node) => {
    if (node.type !== T.MemberExpression || memberName(node) !== name || !owner) return;
    if (!isUseHeard(node)) heard = false;
  });
  return heard;
}

/** Whether a use of a function leaves its promise to somebody. */
function isUseHeard(use: TSESTree.Node): boolean {
  const { parent } = use;
  switch (parent?.type) {
    case T.CallExpression:
      if (parent.callee === use) return !isDropped(parent);
      return !DEAF.test(spelledPath(parent.callee).at(-1) ?? '');
    case T.MemberExpression: {
      // handle.bind(this)
      if (parent.object !== use || memberName(parent) !== 'bind') return true;
      return parent.parent.type !== T.CallExpression || isUseHeard(parent.parent);
    }
    case T.Property: {
      const key = staticName(parent.key, parent.computed);
      return (key !== undefined && HEARD_PROPERTIES.has(key)) || !isGivenAway(parent.parent);
    }
    default:
      return true;
  }
}

/** Whether nobody takes the promise that a call gives. */
export function isDropped(call: TSESTree.Node): boolean {
  const { parent } = call;
  switch (parent?.type) {
    case T.ExpressionStatement:
      return true;
    case T.UnaryExpression:
      return parent.operator === 'void';
    case T.ChainExpression:
    case T.TSAsExpression:
    case T.TSNonNullExpression:
      return isDropped(parent);
    case T.ArrowFunctionExpression:
      return (
        parent.parent.type === T.CallExpression && DEAF.test(spelledPath(parent.parent.callee).at(-1) ?? '')
      );
    case T.MemberExpression:
      return (
        parent.object === call &&
        /^(catch|then|finally)$/.test(memberName(parent) ?? '') &&
        parent.parent.type === T.CallExpression &&
        isDropped(parent.parent)
      );
    default:
      return false;
  }
}
