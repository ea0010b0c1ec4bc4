import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { profileOf } from '../clients/index.js';
import { someNode } from '../model/bindings.js';
import { isFunction, memberName } from '../model/syntax.js';
import type { Candidate, Situation } from './candidate.js';
import { inserted, removed, type Change, type Piece } from './change.js';
import { isQuiet } from './handler-deeds.js';
import { indentAt, isFirstOnLine, layoutOf, reindented } from './layout.js';
import { alwaysLeaves, exitsOf } from './leaving.js';
import { isRethrow, unwrappedTry } from './unwrapped-try.js';
import { freeErrorName, variablesUsedIn } from './names.js';
import {
  appended,
  enclosingStatement,
  enclosingTry,
  endBefore,
  endOfLineComments,
  listOf,
  removedWithLine,
  separatorBefore,
  rangeWithComments,
  hasComment,
} from './statements.js';

type Source = Readonly<TSESLint.SourceCode>;
type MessageIds = 'moveCommit' | 'moveCommitAndThrow' | 'removeAbort' | 'markBefore';

/**
 * Keeps the abort away from a commit's errors: moves the commit, and what follows it, from the try whose catch aborts to behind it. The
 * catch must not let control come there.
 */
export function commitBehindTry(situation: Situation): Candidate<MessageIds>[] {
  const { finding, sourceCode } = situation;
  const commit = finding.related ?? finding.call;
  const chained = withoutHandler(situation, commit);
  if (chained.length > 0) return chained;
  const statement = enclosingStatement(commit);
  const attempt = statement && enclosingTry(statement);
  if (!statement || !attempt) return [];
  if (attempt.finalizer) return attempt.handler ? [] : markBefore(situation, statement, attempt);
  const { handler } = attempt;
  if (!handler || !isWithin(finding.node, handler)) return [];
  const index = attempt.block.body.indexOf(statement);
  const moved = attempt.block.body.slice(index);
  const kept = attempt.block.body.slice(0, index);
  if (index < 0 || !listOf(attempt)) return [];
  if (kept.length === 0) return removeAbort(situation, handler, attempt);
  if (kept.some((s) => s.type === T.VariableDeclaration && s.kind.includes('using'))) return [];
  if (variablesUsedIn(sourceCode, kept, moved)) return [];
  const move = movedBehind(sourceCode, attempt, kept, moved);
  if (alwaysLeaves(handler.body)) {
    const { stuckAfterFailedEnd } = profileOf(finding.client).behaviour;
    return [
      {
        change: move,
        // Other clients may have to abort after a failed commit.
        isSafe: stuckAfterFailedEnd && isPlainHandler(situation, handler),
        messageId: 'moveCommit',
      },
    ];
  }
  const param = handler.param;
  if (param && param.type !== T.Identifier) return [];
  const name = param ? param.name : freeErrorName(sourceCode, handler);
  const binding: Change = param
    ? []
    : [inserted(sourceCode.getFirstToken(handler)?.range[1] ?? handler.range[0], ` (${name})`)];
  return [
    {
      change: [...move, ...binding, appended(sourceCode, handler.body, `throw ${name}`)],
      isSafe: false,
      messageId: 'moveCommitAndThrow',
      data: { name },
    },
  ];
}

const isWithin = (inner: TSESTree.Node, outer: TSESTree.Node): boolean =>
  outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];

/** A handler that aborts, writes down, and throws what it has caught: without it an error goes the same way. */
export function isPlainHandler(situation: Situation, handler: TSESTree.CatchClause): boolean {
  const { param, body } = handler;
  if (param?.type !== T.Identifier || !isQuiet(situation, body)) return false;
  return exitsOf(body.body).every(
    (exit) => exit.type === T.ThrowStatement && throwsOnly(exit.argument, param.name),
  );
}

/** The caught error itself, or one that has it beside the abort's. */
function throwsOnly(argument: TSESTree.Expression | null, name: string): boolean {
  if (argument?.type === T.Identifier && argument.name === name) return true;
  return (
    argument?.type === T.NewExpression &&
    argument.callee.type === T.Identifier &&
    argument.callee.name === 'AggregateError'
  );
}

/** Moves the last statements of a try's block to behind the try, with all comments. */
export function movedBehind(
  source: Source,
  attempt: TSESTree.TryStatement,
  kept: readonly TSESTree.Statement[],
  moved: readonly TSESTree.Statement[],
): Change {
  const [first] = moved;
  const last = moved.at(-1);
  const lastKept = kept.at(-1);
  if (!first || !last || !lastKept) return [];
  const { newline } = layoutOf(source);
  const outer = indentAt(source, attempt.range[0]);
  const close = attempt.block.range[1] - 1;
  const end = endBefore(source, close);
  const behind = endOfLineComments(source, attempt.range[1]);
  const next = source.getTokenAfter(attempt);
  const separator = separatorBefore(source, last, next);
  const ownLine = isFirstOnLine(source, first.range[0]);
  if (!ownLine) {
    const start = endBefore(source, first.range[0]);
    const [from] = rangeWithComments(source, first);
    const pieces: Piece[] = [`${newline}${outer}`, [from, end], separator];
    return [removed([start, end]), inserted(behind, ...pieces)];
  }
  const start = endOfLineComments(source, lastKept.range[1]);
  const inner = indentAt(source, first.range[0]);
  return [
    removed([start, end]),
    inserted(behind, ...reindented(source, [start, end], inner, outer), separator),
  ];
}

/** Where the try has nothing else to lose than the commit, its catch need not abort at all. */
function removeAbort(
  situation: Situation,
  handler: TSESTree.CatchClause,
  attempt: TSESTree.TryStatement,
): Candidate<MessageIds>[] {
  const { finding, sourceCode } = situation;
  const statement = enclosingStatement(finding.node);
  if (statement?.type !== T.ExpressionStatement || statement.parent !== handler.body) return [];
  if (attempt.block.body.length > 1) return [];
  if (hasComment(sourceCode, statement.range)) return [];
  const { stuckAfterFailedEnd } = profileOf(finding.client).behaviour;
  const rest = handler.body.body.filter((other) => other !== statement);
  const unwrapped = isRethrow(rest, handler) ? unwrappedTry(sourceCode, attempt) : undefined;
  return [
    {
      change: unwrapped ?? [removedWithLine(sourceCode, statement.range)],
      isSafe: stuckAfterFailedEnd && isPlainHandler(situation, handler) && alwaysLeaves(handler.body),
      messageId: 'removeAbort',
    },
  ];
}

/**
 * Where a finally aborts unless a flag says that the commit is done: sets the flag before the commit, so that it says that the commit
 * was tried.
 */
function markBefore(
  situation: Situation,
  statement: TSESTree.Statement,
  attempt: TSESTree.TryStatement,
): Candidate<MessageIds>[] {
  const { finding, sourceCode } = situation;
  const { finalizer } = attempt;
  const body = attempt.block.body;
  const mark = body[body.indexOf(statement) + 1];
  if (!finalizer || !isWithin(finding.node, finalizer) || !body.includes(statement)) return [];
  if (mark?.type !== T.ExpressionStatement || mark.expression.type !== T.AssignmentExpression) return [];
  const { left, right } = mark.expression;
  if (left.type !== T.Identifier || right.type !== T.Literal) return [];
  if (statement.type !== T.ExpressionStatement || !isFirstOnLine(sourceCode, mark.range[0])) return [];
  const between: TSESTree.Range = [statement.range[1], mark.range[0]];
  if (
    hasComment(sourceCode, between) ||
    hasComment(sourceCode, [mark.range[1], endOfLineComments(sourceCode, mark.range[1])])
  )
    return [];
  // Nobody else must read the flag: it means something else now.
  const flag = situation.analysis.origins.bindings.variableOf(left);
  const readers = flag?.references.filter((reference) => reference.isRead()) ?? [];
  const isOwn = readers.length > 0 && readers.every(({ identifier }) => isWithin(identifier, finalizer));
  const plain =
    !someNode(
      finalizer,
      sourceCode.visitorKeys,
      (node) => node.type === T.ThrowStatement || node.type === T.ReturnStatement,
    ) && isQuiet(situation, finalizer);
  const { stuckAfterFailedEnd } = profileOf(finding.client).behaviour;
  return [
    {
      change: [
        { range: statement.range, pieces: [mark.range] },
        { range: mark.range, pieces: [statement.range] },
      ],
      isSafe: isOwn && plain && stuckAfterFailedEnd,
      messageId: 'markBefore',
      data: { name: left.name },
    },
  ];
}

/** Where only the commit's own `.catch` aborts, it can go. */
function withoutHandler(situation: Situation, commit: TSESTree.Node): Candidate<MessageIds>[] {
  const { finding, sourceCode } = situation;
  const access = commit.parent;
  if (access?.type !== T.MemberExpression || access.object !== commit || memberName(access) !== 'catch')
    return [];
  const call = access.parent;
  const [handler] = call.type === T.CallExpression ? call.arguments : [];
  if (!handler || !isFunction(handler) || !isWithin(finding.node, handler)) return [];
  const { body } = handler;
  const [param] = handler.params;
  if (body.type !== T.BlockStatement || param?.type !== T.Identifier || !alwaysLeaves(body)) return [];
  const range: TSESTree.Range = [commit.range[1], call.range[1]];
  const throwsOn = exitsOf(body.body).every(
    (exit) => exit.type === T.ThrowStatement && throwsOnly(exit.argument, param.name),
  );
  const { stuckAfterFailedEnd } = profileOf(finding.client).behaviour;
  return [
    {
      change: [removed(range)],
      isSafe: stuckAfterFailedEnd && throwsOn && isQuiet(situation, body) && !hasComment(sourceCode, range),
      messageId: 'removeAbort',
    },
  ];
}
