import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { enclosingFunction, isFunction, memberName, unwrapped, type FunctionNode } from '../model/syntax.js';
import { guardOf } from './abort-text.js';
import type { Candidate, Situation } from './candidate.js';
import { inserted, replaced, type Change } from './change.js';
import { isPlainHandler } from './commit-behind-try.js';
import { operationsAt } from './handler-deeds.js';
import { indentAt } from './layout.js';
import { exitsOf } from './leaving.js';
import { isGlobalName } from './names.js';
import { enclosingCatch, hasCommentOutside } from './statements.js';

type MessageIds = 'await' | 'awaitAll' | 'loop' | 'makeAsync' | 'waitThenAbort';

/** Waits for the promise of an operation where it is dropped. */
export const awaited = (situation: Situation): Candidate<MessageIds>[] =>
  waysToWait(situation).map((candidate) => ({ ...candidate, leaves: { 'left-open': 'waitThenAbort' } }));

function waysToWait(situation: Situation): Candidate<MessageIds>[] {
  const { node } = situation.finding;
  const call = isFunction(node) && node.parent.type === T.CallExpression ? node.parent : node;
  if (call.type !== T.CallExpression) return [];
  const whole = wholeChain(call);
  const place = dropOf(whole);
  if (!place) return [];
  const fn = enclosingFunction(whole);
  const callee = unwrapped(call.callee);
  const name = callee.type === T.MemberExpression ? memberName(callee) : undefined;
  if (name === 'forEach') return fn?.async === true ? asLoop(situation, call, place) : [];
  const isMapped =
    name === 'map' && call.arguments.some((argument) => isFunction(argument) && argument.async);
  if (isMapped && !isGlobalName(situation.sourceCode, 'Promise', call)) return [];
  const wait = waiting(place, whole, isMapped);
  if (!fn) {
    return [{ change: wait, isSafe: false, messageId: isMapped ? 'awaitAll' : 'await' }];
  }
  if (fn.generator) return [];
  const guarded = fn.async && whole === call ? guardedAbort(situation, call) : undefined;
  if (guarded) {
    const change = [...wait, inserted(call.range[1], guarded.guard)];
    return [{ change, isSafe: guarded.isPlain, messageId: 'await' }];
  }
  if (fn.async) return [{ change: wait, isSafe: true, messageId: isMapped ? 'awaitAll' : 'await' }];
  // A handler of a promise may give one.
  const outer = fn.parent.type === T.CallExpression ? unwrapped(fn.parent.callee) : undefined;
  const isChained =
    outer?.type === T.MemberExpression && /^(then|catch|finally)$/.test(memberName(outer) ?? '');
  if (!isChained) return [];
  const guard = whole === call ? guardedAbort(situation, call)?.guard : undefined;
  const guarding = guard === undefined ? [] : [inserted(call.range[1], guard)];
  const change = [inserted(fn.range[0], 'async '), ...wait, ...guarding];
  return [{ change, isSafe: false, messageId: 'makeAsync' }];
}

/** In a handler an abort whose error is heard of must not hide the one that is handled. */
function guardedAbort(
  situation: Situation,
  call: TSESTree.CallExpression,
): { readonly guard: string; readonly isPlain: boolean } | undefined {
  const { sourceCode } = situation;
  if (!operationsAt(situation, call).has('abort')) return undefined;
  const handler = enclosingCatch(call);
  const fn = enclosingFunction(call);
  const error = handler ? handler.param : fn && isRejectionHandler(fn) ? fn.params[0] : undefined;
  if (error?.type !== T.Identifier) return undefined;
  const guard = guardOf(sourceCode, handler ?? call, error.name, indentAt(sourceCode, call.range[0]));
  const isPlain = handler !== undefined && isPlainHandler(situation, handler);
  return guard === undefined ? undefined : { guard, isPlain };
}

/** `.catch(fn)`, `.then(..., fn)` */
function isRejectionHandler(fn: FunctionNode): boolean {
  const { parent } = fn;
  if (parent.type !== T.CallExpression) return false;
  const callee = unwrapped(parent.callee);
  const name = callee.type === T.MemberExpression ? memberName(callee) : undefined;
  const index = parent.arguments.indexOf(fn as TSESTree.Expression);
  return (name === 'catch' && index === 0) || (name === 'then' && index === 1);
}

/** A call with the methods of its promise that are called on it: `send().catch(log)`. */
function wholeChain(call: TSESTree.Node): TSESTree.Node {
  const { parent } = call;
  switch (parent?.type) {
    case T.ChainExpression:
    case T.TSNonNullExpression:
    case T.TSAsExpression:
      return wholeChain(parent);
    case T.MemberExpression:
      return parent.object === call &&
        parent.parent.type === T.CallExpression &&
        parent.parent.callee === parent &&
        /^(then|catch|finally)$/.test(memberName(parent) ?? '')
        ? wholeChain(parent.parent)
        : call;
    default:
      return call;
  }
}

/** Where a promise is dropped: a statement of its own, or `void`. */
function dropOf(node: TSESTree.Node): TSESTree.ExpressionStatement | TSESTree.UnaryExpression | undefined {
  const { parent } = node;
  if (parent?.type === T.ExpressionStatement) return parent;
  return parent?.type === T.UnaryExpression &&
    parent.operator === 'void' &&
    parent.parent.type === T.ExpressionStatement
    ? parent
    : undefined;
}

function waiting(
  place: TSESTree.ExpressionStatement | TSESTree.UnaryExpression,
  whole: TSESTree.Node,
  isMapped: boolean,
): Change {
  const all = isMapped ? 'Promise.all(' : '';
  const close = isMapped ? [inserted(whole.range[1], ')')] : [];
  const [start] = place.range;
  return place.type === T.UnaryExpression
    ? [
        replaced([start, start + 'void'.length], 'await'),
        ...(isMapped ? [inserted(whole.range[0], all), ...close] : []),
      ]
    : [inserted(whole.range[0], `await ${all}`), ...close];
}

/** `items.forEach(async (item) => { ... })` as a loop that waits. */
function asLoop(
  { sourceCode }: Situation,
  call: TSESTree.CallExpression,
  place: TSESTree.Node,
): Candidate<MessageIds>[] {
  const statement = place.type === T.ExpressionStatement ? place : place.parent;
  const [fn] = call.arguments;
  const callee = unwrapped(call.callee);
  if (
    !fn ||
    !isFunction(fn) ||
    call.arguments.length !== 1 ||
    callee.type !== T.MemberExpression ||
    !statement
  )
    return [];
  const [item] = fn.params;
  const { body } = fn;
  if (fn.params.length !== 1 || !item || item.type === T.RestElement || item.type === T.TSParameterProperty)
    return [];
  if (body.type !== T.BlockStatement || exitsOf(body.body).some((exit) => exit.type === T.ReturnStatement))
    return [];
  const list = callee.object;
  const name = item.type === T.AssignmentPattern ? undefined : item;
  if (!name || hasCommentOutside(sourceCode, statement.range, [body.range, list.range])) return [];
  return [
    {
      change: [replaced(statement.range, 'for (const ', name.range, ' of ', list.range, ') ', body.range)],
      isSafe: false,
      messageId: 'loop',
    },
  ];
}
