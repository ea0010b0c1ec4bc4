import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import type { Candidate, Situation } from './candidate.js';
import { inserted, removed, replaced, type Change, type Piece } from './change.js';
import { isQuiet } from './handler-deeds.js';
import { profileOf } from '../clients/index.js';
import { someNode } from '../model/bindings.js';
import { enclosingFunction, isLoop } from '../model/syntax.js';
import { indentAt, isFirstOnLine, layoutOf, reindented } from './layout.js';
import { alwaysLeaves } from './leaving.js';
import { errorNameOf } from './rethrow.js';
import {
  appended,
  declaresNames,
  hasComment,
  hasCommentOutside,
  listOf,
  removedWithLine,
  rangeWithComments,
  trimmed,
  unblocked,
} from './statements.js';

type Source = Readonly<TSESLint.SourceCode>;

/** A change that leaves a test out, and whether a comment goes with it. */
interface Removal {
  readonly change: Change;
  readonly losesComment: boolean;
}

/**
 * Takes a test that is never true out of the code, with the branch that it guards.
 *
 * @param situation - The finding in its file.
 * @param node - The test, or the value that it compares with.
 * @returns The change; undefined where the test stands somewhere from which it cannot be taken just so.
 */
export function withoutTest(situation: Situation, node: TSESTree.Node): Removal | undefined {
  const { parent } = node;
  switch (parent?.type) {
    case T.SwitchCase:
      return parent.test === node ? withoutCase(situation.sourceCode, parent) : undefined;
    case T.ArrayExpression:
      return withoutElement(situation.sourceCode, parent, node);
    case T.BinaryExpression:
      if (isFlag(node)) break;
      if (parent.operator === '===' || parent.operator === '==') return decided(situation, parent, false);
      if (parent.operator === '!==' || parent.operator === '!=') return decided(situation, parent, true);
      return undefined;
    case T.CallExpression:
      // error.findBy('apiId', 'TRANSACTION_ABORTABLE')
      return parent.arguments.includes(node as TSESTree.Expression)
        ? decided(situation, parent, false)
        : undefined;
    default:
  }
  return decided(situation, node, false);
}

/** A comparison is decided as a whole. */
const isFlag = (node: TSESTree.Node): boolean =>
  node.type === T.BinaryExpression || node.type === T.CallExpression;

/** Takes out an expression that always has the same truth. */
function decided(situation: Situation, node: TSESTree.Node, truth: boolean): Removal | undefined {
  const { sourceCode } = situation;
  const { parent } = node;
  switch (parent?.type) {
    case T.TSAsExpression:
    case T.TSNonNullExpression:
    case T.ChainExpression:
      return decided(situation, parent, truth);
    case T.UnaryExpression:
      return parent.operator === '!' ? decided(situation, parent, !truth) : undefined;
    case T.LogicalExpression: {
      const other = parent.left === node ? parent.right : parent.left;
      if (parent.operator === '??') return undefined;
      if ((parent.operator === '||') === truth)
        return isQuiet(situation, other, new Set()) ? decided(situation, parent, truth) : undefined;
      if (parent.right === node && !isTested(parent)) return undefined;
      return withoutOperand(sourceCode, parent, other);
    }
    case T.IfStatement:
      return parent.test === node ? withoutIf(sourceCode, parent, truth) : undefined;
    case T.ConditionalExpression: {
      if (parent.test !== node) return undefined;
      const kept = truth ? parent.consequent : parent.alternate;
      const range = withParentheses(sourceCode, kept);
      return {
        change: [replaced(parent.range, range)],
        losesComment: hasCommentOutside(sourceCode, parent.range, [range]),
      };
    }
    default:
      return undefined;
  }
}

/** Whether only the truth of an expression counts. */
function isTested(node: TSESTree.Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case T.IfStatement:
    case T.WhileStatement:
    case T.DoWhileStatement:
    case T.ForStatement:
    case T.ConditionalExpression:
      return parent.test === node;
    case T.UnaryExpression:
      return parent.operator === '!';
    case T.LogicalExpression:
      return (
        parent.operator !== '??' && (isTested(parent) || (parent.left === node && parent.operator === '&&'))
      );
    default:
      return false;
  }
}

/** A node with the parentheses around it. */
function withParentheses(source: Source, node: TSESTree.Node): TSESTree.Range {
  let [start, end] = node.range;
  let before = source.getTokenBefore(node);
  let after = source.getTokenAfter(node);
  const { parent } = node;
  while (
    before?.value === '(' &&
    after?.value === ')' &&
    parent &&
    before.range[0] >= parent.range[0] &&
    after.range[1] <= parent.range[1]
  ) {
    [start] = before.range;
    [, end] = after.range;
    before = source.getTokenBefore(before);
    after = source.getTokenAfter(after);
  }
  return [start, end];
}

/** Leaves the other operand of `||` or `&&`. */
function withoutOperand(
  source: Source,
  whole: TSESTree.LogicalExpression,
  other: TSESTree.Expression,
): Removal {
  const kept = withParentheses(source, other);
  // `(a || dead) && b`: what is in parentheses for the sake of the operator that goes can do without.
  const parenthesised =
    source.getTokenBefore(whole)?.value === '(' && source.getTokenAfter(whole)?.value === ')';
  const outer =
    parenthesised && isSimple(other) && whole.parent.type === T.LogicalExpression
      ? withParentheses(source, whole)
      : whole.range;
  return {
    change: [replaced(outer, outer === whole.range ? kept : other.range)],
    losesComment: hasCommentOutside(source, outer, [kept]),
  };
}

const isSimple = (node: TSESTree.Node): boolean =>
  node.type === T.MemberExpression ||
  node.type === T.Identifier ||
  node.type === T.CallExpression ||
  node.type === T.BinaryExpression;

function withoutIf(source: Source, node: TSESTree.IfStatement, truth: boolean): Removal | undefined {
  const kept = truth ? node.consequent : node.alternate;
  const isElse = node.parent.type === T.IfStatement && node.parent.alternate === node;
  if (!kept) {
    if (isElse) {
      const { consequent } = node.parent as TSESTree.IfStatement;
      const range: TSESTree.Range = [consequent.range[1], node.range[1]];
      return { change: [removed(range)], losesComment: hasComment(source, range) };
    }
    if (!listOf(node)) return undefined;
    const range = rangeWithComments(source, node);
    return { change: [removedWithLine(source, node.range)], losesComment: hasComment(source, range) };
  }
  const losesComment = hasCommentOutside(source, node.range, [kept.range]);
  if (isElse) return { change: [replaced(node.range, kept.range)], losesComment };
  if (kept.type === T.BlockStatement && listOf(node) && kept.body.length > 0 && isFreeOfNames(source, kept)) {
    const inside = trimmed(source, [kept.range[0] + 1, kept.range[1] - 1]);
    return {
      change: [replaced(node.range, ...unblocked(source, kept, node))],
      losesComment: hasCommentOutside(source, node.range, [inside]),
    };
  }
  const pieces: Piece[] = reindented(
    source,
    kept.range,
    indentAt(source, kept.range[0]),
    indentAt(source, node.range[0]),
  );
  return { change: [replaced(node.range, ...pieces)], losesComment };
}

/** Whether the statements of a block may stand outside of it: it declares nothing, or names that nothing around it has. */
function isFreeOfNames(source: Source, block: TSESTree.BlockStatement): boolean {
  if (!declaresNames(block.body)) return true;
  const fn = enclosingFunction(block);
  const own = source.getScope(block).block === block ? source.getScope(block).variables : [];
  if (!fn || own.length === 0) return false;
  const names = new Set(own.map(({ name }) => name));
  return !someNode(
    fn,
    source.visitorKeys,
    (at) =>
      at.type === T.Identifier &&
      names.has(at.name) &&
      (at.range[0] < block.range[0] || at.range[1] > block.range[1]),
  );
}

function withoutCase(source: Source, node: TSESTree.SwitchCase): Removal | undefined {
  const whole = node.parent;
  if (whole.cases.length === 1) return undefined;
  const before = whole.cases[whole.cases.indexOf(node) - 1];
  const comesFromAbove = before !== undefined && !before.consequent.some(alwaysLeaves);
  const colon = node.test && source.getTokenAfter(node.test, (token) => token.value === ':');
  if (!colon) return undefined;
  const isLabelAlone = comesFromAbove || node.consequent.length === 0;
  const range: TSESTree.Range = isLabelAlone ? [node.range[0], colon.range[1]] : node.range;
  const leading = rangeWithComments(source, node)[0];
  return {
    change: [removedWithLine(source, range)],
    losesComment:
      hasComment(source, [leading, range[1]]) || hasComment(source, rangeWithComments(source, node)),
  };
}

function withoutElement(
  source: Source,
  list: TSESTree.ArrayExpression,
  node: TSESTree.Node,
): Removal | undefined {
  if (list.elements.length < 2) return undefined;
  const comma = source.getTokenAfter(node);
  const before = source.getTokenBefore(node);
  const isLast = list.elements.at(-1) === node;
  const next = comma && source.getTokenAfter(comma);
  const range: TSESTree.Range =
    !isLast && comma && next
      ? [node.range[0], next.range[0]]
      : before
        ? [before.range[0], node.range[1]]
        : node.range;
  return { change: [removed(range)], losesComment: hasComment(source, range) };
}

type MessageIds = 'removeBranch' | 'throwInLoop' | 'throwThenGuard' | 'retryRetriable';

/** Takes out a test for abortable errors from the handler of an abort. */
export function abortHandling(situation: Situation): Candidate<MessageIds>[] {
  const { finding } = situation;
  return finding.kind === 'abortable-test' ? withoutAbortableTest(situation) : boundedAbort(situation);
}

/** Lets a loop around an abort end with its first failure, or, where the client resumes an abort, with the first that is not retriable. */
function boundedAbort(situation: Situation): Candidate<MessageIds>[] {
  const { finding, sourceCode } = situation;
  const { handler, node, client } = finding;
  if (handler?.type !== T.CatchClause || !isLoop(node) || alwaysLeaves(handler.body)) return [];
  const named = errorNameOf(sourceCode, handler);
  if (!named) return [];
  const { name, binding } = named;
  const data = { name };
  const thrown: Candidate<MessageIds> = {
    change: [...binding, appended(sourceCode, handler.body, `throw ${name}`)],
    isSafe: false,
    messageId: 'throwInLoop',
    data,
    leaves: { 'unguarded-abort': 'throwThenGuard' },
  };
  const [first] = handler.body.body;
  const flag = profileOf(client).behaviour.retriableFlag;
  if (flag === undefined || !first || !isFirstOnLine(sourceCode, first.range[0])) return [thrown];
  const { newline, semicolon } = layoutOf(sourceCode);
  const guard = `if (!${name}.${flag}) throw ${name}${semicolon}${newline}${indentAt(sourceCode, first.range[0])}`;
  return [
    {
      change: [...binding, inserted(first.range[0], guard)],
      isSafe: false,
      messageId: 'retryRetriable',
      data,
    },
    thrown,
  ];
}

function withoutAbortableTest(situation: Situation): Candidate<MessageIds>[] {
  const { node } = situation.finding;
  const removal = isNeverTrue(situation, node) ? withoutTest(situation, node) : undefined;
  return removal
    ? [{ change: removal.change, isSafe: !removal.losesComment, messageId: 'removeBranch' }]
    : [];
}

/** Whether a test is false for every error that comes to it: it was never true, or all that comes there is an abort's. */
function isNeverTrue(situation: Situation, node: TSESTree.Node): boolean {
  const test = situation.analysis.interpreter.tests.get(node);
  const { interpreter } = situation.analysis;
  if (test) return !test.everTrue && !interpreter.exhausted && !interpreter.leftOut;
  for (let at: TSESTree.Node | undefined = node; at; at = at.parent) {
    if (at.type === T.CatchClause) return isQuiet(situation, at.parent.block);
    if (
      (at.type === T.ArrowFunctionExpression || at.type === T.FunctionExpression) &&
      at.parent.type === T.CallExpression
    ) {
      const { callee } = at.parent;
      return callee.type === T.MemberExpression && isQuiet(situation, callee.object);
    }
  }
  return false;
}
