import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { spelledPath } from '../flow/calls.js';
import {
  enclosingFunction,
  isFunction,
  isLoop,
  memberName,
  unwrapped,
  type FunctionNode,
} from '../model/syntax.js';
import { someNode } from '../model/bindings.js';
import type { Operation } from '../taxonomy/index.js';
import { guardOf, isNamedAbort } from './abort-text.js';
import type { Candidate, Situation } from './candidate.js';
import { inserted, replaced, type Change, type Edit } from './change.js';
import { isQuiet, operationsAt } from './handler-deeds.js';
import { indentAt, layoutOf } from './layout.js';
import { alwaysLeaves, exitsOf } from './leaving.js';
import { freeErrorName, isGlobalName } from './names.js';
import { isDropped, isPromiseHeard, isRejectionHeard } from './rejection.js';
import {
  appended,
  declaresNames,
  enclosingTry,
  hasComment,
  hasCommentOutside,
  innerIndent,
  listOf,
} from './statements.js';
import { unwrappedTry } from './unwrapped-try.js';

type Source = Readonly<TSESLint.SourceCode>;
type MessageIds = 'rethrow' | 'removeCatch' | 'exitCode' | 'callBack';
type SendMessageIds = 'rethrow' | 'removeCatch' | 'all' | 'abortAndThrow' | 'surfaceThenAbort';

/**
 * Lets the error of a send that a handler swallows go on to whoever aborts. What a throw skips is work of the same transaction, which
 * is aborted then.
 */
export function surfacedSend(situation: Situation): Candidate<SendMessageIds>[] {
  const { finding, sourceCode } = situation;
  const { node } = finding;
  const going: Candidate<SendMessageIds>[] =
    node.type === T.CatchClause
      ? fromCatch(situation, node, true).filter(isOfSend)
      : isFunction(node)
        ? fromFunction(situation, node, true).filter(isOfSend)
        : node.type === T.CallExpression
          ? allOf(situation, sourceCode, node)
          : [];
  if (isAbortedAround(situation)) return going;
  const aborted = node.type === T.CatchClause ? abortedSend(situation, node) : [];
  return [
    ...aborted,
    ...going.map((candidate): Candidate<SendMessageIds> => ({
      ...candidate,
      isSafe: false,
      isLastResort: aborted.length > 0,
      leaves: { 'left-open': 'surfaceThenAbort' },
    })),
  ];
}

/** Aborts in the handler that swallows the error of a send, and throws it. */
function abortedSend(
  { finding, sourceCode }: Situation,
  handler: TSESTree.CatchClause,
): Candidate<SendMessageIds>[] {
  const { call, client } = finding;
  const named = errorNameOf(sourceCode, handler);
  if (!named || call.type !== T.CallExpression || !isNamedAbort(client) || alwaysLeaves(handler.body))
    return [];
  const fn = enclosingFunction(handler);
  const callee = unwrapped(call.callee);
  if (!fn?.async || enclosingFunction(call) !== fn || callee.type !== T.MemberExpression) return [];
  // What the handler reads has to be what the try has written.
  const path = spelledPath(callee.object);
  if (path.length === 0 || declaresNames(handler.parent.block.body)) return [];
  const { name, binding } = named;
  const { newline, semicolon } = layoutOf(sourceCode);
  const inner = innerIndent(sourceCode, handler.body);
  const guard = guardOf(sourceCode, handler, name, inner);
  if (guard === undefined) return [];
  const abort = `await ${sourceCode.getText(callee.object)}.abort()${guard}${semicolon}`;
  return [
    {
      change: [...binding, appended(sourceCode, handler.body, `${abort}${newline}${inner}throw ${name}`)],
      isSafe: false,
      messageId: 'abortAndThrow',
      data: { name },
    },
  ];
}

/** Whether a try around the send has a catch, or the transaction was begun by somebody else: who begins it, ends it. */
function isAbortedAround(situation: Situation): boolean {
  const { node } = situation.finding;
  const from = node.parent;
  if (!from) return false;
  for (let at = enclosingTry(from); at; at = enclosingTry(at)) if (at.handler) return true;
  const fn = enclosingFunction(from);
  const begins = [...situation.analysis.interpreter.sources].filter(
    ({ table }) => table?.operation === 'begin',
  );
  return (
    fn !== undefined &&
    !begins.some(({ node: begin }) => fn.range[0] <= begin.range[0] && begin.range[1] <= fn.range[1])
  );
}

const isOfSend = (candidate: Candidate<MessageIds>): candidate is Candidate<'rethrow' | 'removeCatch'> =>
  candidate.messageId === 'rethrow' || candidate.messageId === 'removeCatch';

/** `Promise.allSettled` of which nobody takes what it gives: `Promise.all` fails with the first error. */
function allOf(
  situation: Situation,
  source: Source,
  call: TSESTree.CallExpression,
): Candidate<SendMessageIds>[] {
  const { callee } = call;
  if (spelledPath(callee).join('.') !== 'Promise.allSettled' || callee.type !== T.MemberExpression) return [];
  const isUnused =
    call.parent.type === T.AwaitExpression && call.parent.parent.type === T.ExpressionStatement;
  if (!isUnused || hasComment(source, callee.range)) return [];
  return [
    {
      change: [replaced(callee.property.range, 'all')],
      isSafe: isPromiseHeard(situation, call),
      messageId: 'all',
    },
  ];
}

/** Lets an error that a handler swallows go on to whoever waits for the function: throws it at the end of the handler. */
export function rethrow(situation: Situation): Candidate<MessageIds>[] {
  const { node } = situation.finding;
  if (node.type === T.CatchClause) return fromCatch(situation, node);
  if (isFunction(node)) return fromFunction(situation, node);
  return [];
}

function fromCatch(
  situation: Situation,
  handler: TSESTree.CatchClause,
  isSend = false,
): Candidate<MessageIds>[] {
  const { sourceCode } = situation;
  const attempt = handler.parent;
  const { body } = handler;
  const isHeard = (isSend && enclosingTry(attempt) !== undefined) || isRejectionHeard(situation, handler);
  const isSafe = isQuiet(situation, body) && isHeard;
  // What an error that is thrown skips: the rest of the function, and of the loop.
  const skipsNothing = isSafe && (isSend || (!isInLoop(handler) && isQuietAfter(situation, attempt)));
  if (body.body.length === 0) {
    const unwrapped = unwrappedTry(sourceCode, attempt);
    if (unwrapped) return [{ change: unwrapped, isSafe: skipsNothing, messageId: 'removeCatch' }];
  }
  const named = errorNameOf(sourceCode, handler);
  if (!named) return [];
  const { name, binding } = named;
  // An abort whose own error somebody hears of now must not hide the one that it is for.
  const guards = isSend ? [] : guardsIn(situation, handler, name);
  const candidate = (edits: Change, safe: boolean): Candidate<MessageIds> => ({
    change: [...binding, ...guards, ...edits],
    isSafe: safe,
    messageId: 'rethrow',
    data: { name },
  });
  const returns = exitsOf(body.body).filter(
    (exit) => exit.type === T.ReturnStatement && exit.argument === null,
  );
  const edits = returns.map((exit) => thrownAt(exit, name));
  const candidates = returns.map((exit, index) =>
    candidate(edits.slice(index, index + 1), isPathQuiet(situation, exit, body) && isHeard),
  );
  if (!alwaysLeaves(body))
    return [...candidates, candidate([appended(sourceCode, body, `throw ${name}`)], skipsNothing)];
  if (edits.length > 1) candidates.push(candidate(edits, false));
  const last = body.body.at(-1);
  if (last && isJump(last)) candidates.push(candidate([thrownAt(last, name)], isSend && isSafe));
  return candidates;
}

/** A guard for each abort that a handler waits for. */
function guardsIn(situation: Situation, { body }: TSESTree.CatchClause, name: string): Change {
  const { sourceCode } = situation;
  return body.body.flatMap((statement) => {
    if (statement.type !== T.ExpressionStatement || statement.expression.type !== T.AwaitExpression)
      return [];
    const call = statement.expression.argument;
    if (call.type !== T.CallExpression || !operationsAt(situation, call).has('abort')) return [];
    const guard = guardOf(sourceCode, body, name, indentAt(sourceCode, statement.range[0]));
    return guard === undefined ? [] : [inserted(call.range[1], guard)];
  });
}

/** Whether what is done in a handler on the way to a statement is quiet. */
function isPathQuiet(situation: Situation, statement: TSESTree.Statement, body: TSESTree.Node): boolean {
  for (let at: TSESTree.Node = statement; at !== body && at.parent; at = at.parent) {
    const list = listOf(at) ?? [];
    const before = list.slice(0, list.indexOf(at as TSESTree.Statement));
    if (!before.every((other) => isQuiet(situation, other))) return false;
  }
  return true;
}

const isJump = (node: TSESTree.Node): boolean =>
  node.type === T.ContinueStatement || node.type === T.BreakStatement;

const KEYWORDS: Readonly<Partial<Record<string, string>>> = {
  [T.ReturnStatement]: 'return',
  [T.ContinueStatement]: 'continue',
  [T.BreakStatement]: 'break',
};

/** Throws where a statement left without a word. */
function thrownAt(exit: TSESTree.Statement, name: string): Edit {
  const [start] = exit.range;
  const label =
    (exit.type === T.ContinueStatement || exit.type === T.BreakStatement) && exit.label
      ? exit.label.range[1]
      : 0;
  const end = Math.max(label, start + (KEYWORDS[exit.type]?.length ?? 0));
  return replaced([start, end], `throw ${name}`);
}

/** The name of what a catch clause has caught, and the edit that gives it one where it has none. */
export function errorNameOf(
  source: Source,
  handler: TSESTree.CatchClause,
): { readonly name: string; readonly binding: Change } | undefined {
  const { param, body } = handler;
  if (!param) {
    const name = freeErrorName(source, handler);
    const keyword = source.getFirstToken(handler);
    return keyword ? { name, binding: [inserted(keyword.range[1], ` (${name})`)] } : undefined;
  }
  if (param.type !== T.Identifier) return undefined;
  const { name } = param;
  const isChanged = someNode(
    body,
    source.visitorKeys,
    (node) =>
      (node.type === T.AssignmentExpression && node.left.type === T.Identifier && node.left.name === name) ||
      (node.type === T.VariableDeclarator && node.id.type === T.Identifier && node.id.name === name),
  );
  return isChanged ? undefined : { name, binding: [] };
}

/** Whether a throw would end a loop, and with it the work on other items. */
function isInLoop(node: TSESTree.Node): boolean {
  for (let at: TSESTree.Node | undefined = node.parent; at && !isFunction(at); at = at.parent)
    if (isLoop(at)) return true;
  return false;
}

/** A transaction that failed has nothing to lose when its end is skipped: what is left open then is found. */
const ENDS: ReadonlySet<Operation> = new Set(['abort', 'commit']);

/** Whether nothing that counts follows a statement up to the end of its function: a throw skips it. */
export function isQuietAfter(situation: Situation, statement: TSESTree.Node): boolean {
  for (let at: TSESTree.Node = statement; at.parent && !isFunction(at); at = at.parent) {
    const list = listOf(at);
    if (!list) continue;
    const following = list.slice(list.indexOf(at as TSESTree.Statement) + 1);
    if (!following.every((other) => isQuiet(situation, other, ENDS))) return false;
  }
  return true;
}

function fromFunction(situation: Situation, fn: FunctionNode, isSend = false): Candidate<MessageIds>[] {
  const call = fn.parent;
  if (call.type !== T.CallExpression) return [];
  const index = call.arguments.indexOf(fn as TSESTree.Expression);
  const callee = unwrapped(call.callee);
  const name = callee.type === T.MemberExpression ? memberName(callee) : undefined;
  if ((name === 'catch' && index === 0) || (name === 'then' && index === 1))
    return fromRejectionHandler(situation, fn, call, isSend);
  return fromCallback(situation, fn);
}

/** `.catch((error) => log(error))`: throws what it has written down. */
function fromRejectionHandler(
  situation: Situation,
  fn: FunctionNode,
  call: TSESTree.CallExpression,
  isSend: boolean,
): Candidate<MessageIds>[] {
  const { sourceCode } = situation;
  if (isAtTopLevel(call) && isDropped(call)) return exitCode(situation, fn);
  if (isDropped(call)) return [];
  const isAwaited = call.parent.type === T.AwaitExpression;
  const statement = statementOf(call);
  const isSafe =
    isPromiseHeard(situation, call) &&
    isQuiet(situation, fn.body) &&
    (isSend ||
      (!isInLoop(call) &&
        (!isAwaited || (statement?.type === T.ExpressionStatement && isQuietAfter(situation, statement)))));
  const { callee } = call;
  // A handler that does nothing at all can go.
  if (
    isEmpty(fn) &&
    callee.type === T.MemberExpression &&
    memberName(callee) === 'catch' &&
    call.arguments.length === 1
  ) {
    const { object } = callee;
    const range: TSESTree.Range = [object.range[1], call.range[1]];
    if (hasComment(sourceCode, range)) return [];
    return [{ change: [replaced(range)], isSafe, messageId: 'removeCatch' }];
  }
  const change = withThrow(sourceCode, fn);
  return change ? [{ change: change.change, isSafe, messageId: 'rethrow', data: { name: change.name } }] : [];
}

const statementOf = (node: TSESTree.Node): TSESTree.Node | undefined => {
  for (let at: TSESTree.Node | undefined = node; at && !isFunction(at); at = at.parent)
    if (at.type.endsWith('Statement') || at.type === T.VariableDeclaration) return at;
  return undefined;
};

const isAtTopLevel = (node: TSESTree.Node): boolean => enclosingFunction(node) === undefined;

/** `() => {}`, `() => undefined`, `() => null` */
const isEmpty = (fn: { readonly body: TSESTree.Node }): boolean => {
  const { body } = fn;
  if (body.type === T.BlockStatement) return body.body.length === 0;
  return (
    (body.type === T.Identifier && body.name === 'undefined') ||
    (body.type === T.Literal && body.value === null) ||
    (body.type === T.UnaryExpression && body.operator === 'void')
  );
};

/** A function with a throw of its first parameter at its end. Undefined where its value is wanted, or a comment would be lost. */
export function withThrow(
  source: Source,
  fn: FunctionNode,
): { readonly change: Change; readonly name: string } | undefined {
  const [param] = fn.params;
  if (param && param.type !== T.Identifier) return undefined;
  const name = param?.name ?? freeErrorName(source, fn);
  const binding = param ? [] : parameterAdded(source, fn, name);
  if (!binding) return undefined;
  const { body } = fn;
  if (body.type === T.BlockStatement) {
    const last = body.body.at(-1);
    if (last?.type === T.ReturnStatement && last.argument === null)
      return { change: [...binding, thrownAt(last, name)], name };
    if (alwaysLeaves(body)) return undefined;
    return { change: [...binding, appended(source, body, `throw ${name}`)], name };
  }
  const value = unwrapped(body);
  if (value.type !== T.CallExpression && value.type !== T.AwaitExpression) return undefined;
  const arrow = source.getTokenBefore(body, (token) => token.value === '=>');
  if (!arrow) return undefined;
  const { newline, indent, semicolon } = layoutOf(source);
  const last = source.getTokenAfter(body);
  const end = last?.value === ')' && isParenthesised(source, body) ? last.range[1] : body.range[1];
  if (hasCommentOutside(source, [arrow.range[1], end], [body.range])) return undefined;
  const outer = indentAt(source, fn.range[0]);
  const separator = semicolon === '' ? '' : ';';
  const block = [
    ` {${newline}${outer}${indent}`,
    body.range,
    `${separator}${newline}${outer}${indent}throw ${name}${semicolon}${newline}${outer}}`,
  ];
  return { change: [...binding, replaced([arrow.range[1], end], ...block)], name };
}

/** Whether an arrow function's value stands in parentheses. */
function isParenthesised(source: Source, body: TSESTree.Node): boolean {
  const open = source.getTokenBefore(body);
  return open?.value === '(' && source.getTokenBefore(open)?.value === '=>';
}

function parameterAdded(source: Source, fn: FunctionNode, name: string): Change | undefined {
  const open = source.getFirstToken(fn, (token) => token.value === '(');
  const close = open && source.getTokenAfter(open);
  return close?.value === ')' ? [inserted(open?.range[1] ?? 0, name)] : undefined;
}

/** `main().catch(console.error)` at the end of a script: the process says that it has failed. */
function exitCode({ sourceCode }: Situation, fn: FunctionNode): Candidate<MessageIds>[] {
  if (fn.body.type !== T.BlockStatement || !isGlobalName(sourceCode, 'process', fn)) return [];
  return [
    {
      change: [appended(sourceCode, fn.body, 'process.exitCode = 1')],
      isSafe: false,
      messageId: 'exitCode',
    },
  ];
}

/** An error-first callback that ends by calling back without the error. */
function fromCallback({ sourceCode }: Situation, fn: FunctionNode): Candidate<MessageIds>[] {
  if (fn.body.type !== T.BlockStatement) return [];
  const [param] = fn.params;
  if (param?.type !== T.Identifier) return [];
  const last = fn.body.body.at(-1);
  const expression =
    last?.type === T.ExpressionStatement
      ? last.expression
      : last?.type === T.ReturnStatement
        ? last.argument
        : null;
  if (expression?.type !== T.CallExpression) return [];
  const name = spelledPath(expression.callee).at(-1) ?? '';
  if (!/^(done|next|callback|cb|fn|finish|end)$/.test(name)) return [];
  const [first] = expression.arguments;
  const isEmptyCall = expression.arguments.length === 0;
  const isNull =
    first !== undefined &&
    ((first.type === T.Literal && first.value === null) ||
      (first.type === T.Identifier && first.name === 'undefined'));
  if (!isEmptyCall && !isNull) return [];
  const open = sourceCode.getTokenAfter(expression.callee, (token) => token.value === '(');
  if (!open) return [];
  return [
    {
      change: [isNull ? replaced(first.range, param.name) : inserted(open.range[1], param.name)],
      isSafe: false,
      messageId: 'callBack',
      data: { name: param.name },
    },
  ];
}
