import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { spelledPath } from '../flow/calls.js';
import { contains } from '../flow/sites.js';
import { someNode } from '../model/bindings.js';
import {
  enclosingFunction,
  isFunction,
  isLoop,
  memberName,
  unwrapped,
  type FunctionNode,
  type LoopNode,
} from '../model/syntax.js';
import type { Operation } from '../taxonomy/index.js';
import type { Candidate, Situation } from './candidate.js';
import { removed, replaced, type Change, type Edit } from './change.js';
import { isQuiet } from './handler-deeds.js';
import { indentAt, layoutOf, reindented } from './layout.js';
import { alwaysLeaves, exitsOf } from './leaving.js';
import { isPause } from './pauses.js';
import { isPromiseHeard, isRejectionHeard } from './rejection.js';
import { errorNameOf } from './rethrow.js';
import {
  appended,
  declaresNames,
  enclosingCatch,
  enclosingTry,
  hasComment,
  hasCommentOutside,
  listOf,
  rangeWithComments,
  removedWithLine,
  unblocked,
} from './statements.js';
import { isRethrow, unwrappedTry } from './unwrapped-try.js';
import { withoutLoop } from './without-loop.js';

type MessageIds = 'sendOnce' | 'throwInstead' | 'sendOnceThenAbort';

const SEND: ReadonlySet<Operation> = new Set(['send']);

/** Sends the records of a transactional send only once: the error of the first try goes on to whoever aborts. */
export const singleSend = (situation: Situation): Candidate<MessageIds>[] =>
  waysToSendOnce(situation).map((candidate) => ({
    ...candidate,
    leaves: { 'left-open': 'sendOnceThenAbort' },
  }));

function waysToSendOnce(situation: Situation): Candidate<MessageIds>[] {
  const { node } = situation.finding;
  if (isLoop(node)) return fromLoop(situation, node);
  if (node.type !== T.CallExpression) return [];
  return [
    ...withoutHandler(situation, node),
    ...withoutHelper(situation, node),
    ...withoutRepeat(situation, node),
  ];
}

/** Whether an error that is thrown at a node comes to a handler in the same function, or to whoever called it. */
const isHeardFrom = (situation: Situation, node: TSESTree.Node): boolean =>
  enclosingTry(node) !== undefined || isRejectionHeard(situation, node);

// ---------------------------------------------------------------- .catch(() => send(records))

function withoutHandler(situation: Situation, node: TSESTree.Node): Candidate<MessageIds>[] {
  const { sourceCode } = situation;
  const fn = enclosingFunction(node);
  const call = fn?.parent;
  if (!fn || call?.type !== T.CallExpression || call.arguments[0] !== fn || call.arguments.length !== 1)
    return [];
  const callee = unwrapped(call.callee);
  if (callee.type !== T.MemberExpression || memberName(callee) !== 'catch') return [];
  const range: TSESTree.Range = [callee.object.range[1], call.range[1]];
  return [
    {
      change: [removed(range)],
      isSafe:
        isQuiet(situation, fn.body, SEND) &&
        isPromiseHeard(situation, call) &&
        !hasComment(sourceCode, range),
      messageId: 'sendOnce',
    },
  ];
}

// ---------------------------------------------------------------- retry(() => send(records))

function withoutHelper(situation: Situation, node: TSESTree.CallExpression): Candidate<MessageIds>[] {
  const { sourceCode, finding } = situation;
  const { call } = finding;
  const fn = node.arguments.find(
    (argument): argument is FunctionNode & TSESTree.CallExpressionArgument =>
      isFunction(argument) && argument.range[0] <= call.range[0] && call.range[1] <= argument.range[1],
  );
  if (!fn || fn.generator) return [];
  const send = sendIn(fn, call);
  if (!send || fn.params.some((parameter) => mentions(situation, send, parameter))) return [];
  const isUsed =
    node.parent.type !== T.ExpressionStatement && node.parent.parent?.type !== T.ExpressionStatement;
  if (isUsed && fn.body.type === T.BlockStatement && fn.body.body[0]?.type !== T.ReturnStatement) return [];
  return [
    {
      change: [
        replaced(
          node.range,
          ...reindented(
            sourceCode,
            send.range,
            indentAt(sourceCode, send.range[0]),
            indentAt(sourceCode, node.range[0]),
          ),
        ),
      ],
      isSafe: isPromiseHeard(situation, node) && !hasCommentOutside(sourceCode, node.range, [send.range]),
      messageId: 'sendOnce',
    },
  ];
}

/** The expression that a function does nothing but evaluate. */
function onlyExpression({ body }: FunctionNode): TSESTree.Expression | undefined {
  if (body.type !== T.BlockStatement) return body;
  const [only] = body.body;
  if (body.body.length !== 1) return undefined;
  if (only?.type === T.ReturnStatement) return only.argument ?? undefined;
  return only?.type === T.ExpressionStatement ? only.expression : undefined;
}

/** The send's call in a piece of work that only waits for it, or hands its error to the helper. */
function sendIn(fn: FunctionNode, call: TSESTree.Node): TSESTree.Node | undefined {
  const work = onlyExpression(fn) ?? onlyAttempt(fn);
  if (!work) return undefined;
  let at: TSESTree.Node = unwrapped(work);
  if (at.type === T.AwaitExpression) at = unwrapped(at.argument);
  if (at === call) return at;
  // .catch(again)
  if (at.type !== T.CallExpression || at.callee.type !== T.MemberExpression) return undefined;
  const [handler] = at.arguments;
  const isHanded =
    memberName(at.callee) === 'catch' &&
    handler?.type === T.Identifier &&
    fn.params.some((parameter) => parameter.type === T.Identifier && parameter.name === handler.name);
  return isHanded && at.callee.object === call ? call : undefined;
}

/** The expression in a try whose catch throws the error on, as it is or as one that the helper does not try again. */
function onlyAttempt({ body }: FunctionNode): TSESTree.Expression | undefined {
  const [attempt] = body.type === T.BlockStatement && body.body.length === 1 ? body.body : [];
  if (attempt?.type !== T.TryStatement || !attempt.handler || attempt.finalizer) return undefined;
  const { block, handler } = attempt;
  const [only] = block.body;
  const { param } = handler;
  if (block.body.length !== 1 || param?.type !== T.Identifier || !alwaysLeaves(handler.body))
    return undefined;
  const throwsOn = exitsOf(handler.body.body).every((exit) => {
    const thrown = exit.type === T.ThrowStatement ? exit.argument : null;
    const error =
      thrown?.type === T.NewExpression && spelledPath(thrown.callee).at(-1) === 'AbortError'
        ? thrown.arguments[0]
        : thrown;
    return error?.type === T.Identifier && error.name === param.name;
  });
  return throwsOn && only?.type === T.ExpressionStatement ? only.expression : undefined;
}

const mentions = (situation: Situation, node: TSESTree.Node, parameter: TSESTree.Node): boolean =>
  parameter.type !== T.Identifier ||
  someNode(
    node,
    situation.sourceCode.visitorKeys,
    (at) => at.type === T.Identifier && at.name === parameter.name,
  );

// ---------------------------------------------------------------- catch { send(records) } and recursion

function withoutRepeat(situation: Situation, node: TSESTree.CallExpression): Candidate<MessageIds>[] {
  const { sourceCode } = situation;
  const handler = enclosingCatch(node);
  const statement = onlyStatementOf(node);
  const cleaned = handler && statement && withoutStatement(situation, handler, statement);
  if (!cleaned) return [];
  const attempt = handler.parent;
  const bare = cleaned.isRethrow ? unwrappedTry(sourceCode, attempt) : undefined;
  return [
    {
      change: bare ?? cleaned.edits,
      isSafe:
        (bare !== undefined || !cleaned.losesComment) &&
        cleaned.dropsQuietly &&
        isHeardFrom(situation, attempt),
      messageId: 'throwInstead',
      data: { name: cleaned.name },
    },
  ];
}

/** The statement that does nothing but wait for a call, or return what it gives. */
function onlyStatementOf(call: TSESTree.Node): TSESTree.Statement | undefined {
  const whole = call.parent?.type === T.AwaitExpression ? call.parent : call;
  const { parent } = whole;
  if (parent?.type === T.ReturnStatement) return parent;
  return parent?.type === T.ExpressionStatement && whole !== call ? parent : undefined;
}

/** A handler without what it does to try again. */
interface Cleaned {
  readonly edits: Change;
  /** The name of the error. */
  readonly name: string;
  /** Nothing is left but a throw of what was caught. */
  readonly isRethrow: boolean;
  readonly losesComment: boolean;
  /** What is dropped with it is waiting, counting and logging. */
  readonly dropsQuietly: boolean;
}

/** Takes a statement that tries again, with what guards it, out of a handler, which throws at its end then. */
function withoutStatement(
  situation: Situation,
  handler: TSESTree.CatchClause,
  statement: TSESTree.Statement,
): Cleaned | undefined {
  const named = errorNameOf(situation.sourceCode, handler);
  if (!named) return undefined;
  return listOf(statement) === handler.body.body
    ? withoutRest(situation, handler, statement, named)
    : withoutGuard(situation, handler, statement, named);
}

type Named = NonNullable<ReturnType<typeof errorNameOf>>;

/** Throws in the place of a statement of the handler, and of what follows it. */
function withoutRest(
  situation: Situation,
  handler: TSESTree.CatchClause,
  statement: TSESTree.Statement,
  { name, binding }: Named,
): Cleaned {
  const { sourceCode } = situation;
  const { body } = handler.body;
  const index = body.indexOf(statement);
  const dropped = body.slice(index);
  const range: TSESTree.Range = [statement.range[0], dropped.at(-1)?.range[1] ?? statement.range[1]];
  return {
    edits: [...binding, replaced(range, `throw ${name}${layoutOf(sourceCode).semicolon}`)],
    name,
    isRethrow: index === 0,
    losesComment: hasComment(sourceCode, range),
    dropsQuietly: dropped.slice(1).every((other) => isLeaving(other) || isPause(situation, other)),
  };
}

/** Leaves the `if` out that decides to try again; what its `else` does is done always. */
function withoutGuard(
  situation: Situation,
  handler: TSESTree.CatchClause,
  statement: TSESTree.Statement,
  { name, binding }: Named,
): Cleaned | undefined {
  const { sourceCode } = situation;
  const { body } = handler;
  const branch = statement.parent.type === T.BlockStatement ? statement.parent : statement;
  const guard = branch.parent;
  if (guard.type !== T.IfStatement || guard.parent !== body || guard.consequent !== branch) return undefined;
  const others = (listOf(statement) ?? []).filter((other) => other !== statement);
  const rest = body.body.filter((other) => other !== guard);
  const kept = guard.alternate;
  const isFlat = kept?.type === T.BlockStatement && !declaresNames(kept.body) && kept.body.length > 0;
  const edit: Edit = !kept
    ? removedWithLine(sourceCode, guard.range)
    : replaced(guard.range, ...(isFlat ? unblocked(sourceCode, kept, guard) : [kept.range]));
  const left = !kept ? rest : isFlat ? [...rest, ...kept.body] : [...rest, kept];
  const leaves = left.some(alwaysLeaves);
  return {
    edits: [...binding, edit, ...(leaves ? [] : [appended(sourceCode, body, `throw ${name}`)])],
    name,
    isRethrow: leaves ? isRethrow(left, handler) : left.length === 0,
    losesComment:
      hasCommentOutside(sourceCode, guard.range, kept ? [kept.range] : []) ||
      rangeWithComments(sourceCode, guard)[0] < guard.range[0],
    dropsQuietly: others.every((other) => isLeaving(other) || isPause(situation, other)),
  };
}

const isLeaving = ({ type }: TSESTree.Statement): boolean =>
  type === T.ReturnStatement ||
  type === T.BreakStatement ||
  type === T.ContinueStatement ||
  type === T.ThrowStatement;

// ---------------------------------------------------------------- for (;;) { try { send(records) } catch {} }

/** Whether what stands at a node is done there, or by a function that it calls by name: what it is given by others may be other work, too. */
function doesItself({ analysis, sourceCode }: Situation, node: TSESTree.Node, call: TSESTree.Node): boolean {
  const visited = new Set<TSESTree.Node>();
  const does = (at: TSESTree.Node): boolean => {
    if (visited.has(at)) return false;
    visited.add(at);
    return (
      contains(at, call) ||
      someNode(at, sourceCode.visitorKeys, (inner) => {
        if (inner.type !== T.CallExpression) return false;
        const called = analysis.origins.valueOf(inner.callee);
        return called.kind === 'function' && does(called.node);
      })
    );
  };
  return does(node);
}

function fromLoop(situation: Situation, loop: LoopNode): Candidate<MessageIds>[] {
  if (!doesItself(situation, loop, situation.finding.call)) return [];
  const unlooped = withoutLoop(situation, loop);
  if (!unlooped) return [];
  return [
    {
      change: unlooped.change,
      isSafe: !unlooped.losesComment && unlooped.runsAtLeastOnce && isHeardFrom(situation, loop),
      messageId: 'sendOnce',
    },
  ];
}
