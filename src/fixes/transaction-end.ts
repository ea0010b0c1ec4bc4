import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { profileOf } from '../clients/index.js';
import { enclosingFunction, unwrapped } from '../model/syntax.js';
import { guardOf, isNamedAbort } from './abort-text.js';
import type { Candidate, Situation } from './candidate.js';
import { inserted, replaced, type Change, type Edit } from './change.js';
import { operationsAt } from './handler-deeds.js';
import { indentAt, isFirstOnLine, layoutOf, lineStart, reindented } from './layout.js';
import { exitsOf, type Exit } from './leaving.js';
import { isGlobalName, namesIn, variablesUsedIn } from './names.js';
import {
  enclosingCatch,
  enclosingStatement,
  listOf,
  rangeWithComments,
  removedWithLine,
  type StatementList,
} from './statements.js';
import { someNode } from '../model/bindings.js';

type Source = Readonly<TSESLint.SourceCode>;
type MessageIds =
  | 'abortBefore'
  | 'abortBeforeOnce'
  | 'wrap'
  | 'beginBefore'
  | 'beginBeforeThenCommit'
  | 'assign'
  | 'assignThenCommit';

/** What can be done about a transaction that is left open. What an abort there means to the program, a person has to say. */
export function transactionEnd(situation: Situation): Candidate<MessageIds>[] {
  const begin = beginningOf(situation);
  if (!begin) return [];
  const declared = [assigned, beganBefore]
    .map((ways) => ways(situation, begin))
    .find(({ length }) => length > 0);
  return declared ?? [...abortedBefore(situation, begin), ...wrapped(situation, begin)];
}

/** Where a transaction begins, and how it is aborted from there. */
interface Beginning {
  readonly statement: TSESTree.Statement;
  /** The name of the handle, where the client gives one. */
  readonly handle: TSESTree.Identifier | undefined;
  /** `transaction.abort()` */
  readonly abort: string;
}

function beginningOf({ finding, sourceCode }: Situation): Beginning | undefined {
  const { node, client } = finding;
  const statement = enclosingStatement(node);
  if (!statement || node.type !== T.CallExpression || node.parent.type !== T.AwaitExpression)
    return undefined;
  const target = node.parent.parent;
  if (!isNamedAbort(client)) return undefined;
  const handle =
    target.type === T.VariableDeclarator && target.id.type === T.Identifier ? target.id : undefined;
  if (handle) return { statement, handle, abort: `${handle.name}.abort()` };
  const callee = unwrapped(node.callee);
  const onProducer = profileOf(client).behaviour.operationsOn === 'producer';
  return onProducer && callee.type === T.MemberExpression
    ? { statement, handle: undefined, abort: `${sourceCode.getText(callee.object)}.abort()` }
    : undefined;
}

/** `const transaction` that hides the variable which the catch reads. */
function assigned(situation: Situation, { statement, handle }: Beginning): Candidate<MessageIds>[] {
  if (!handle || statement.type !== T.VariableDeclaration || statement.declarations.length !== 1) return [];
  if (statement.kind === 'var' || handle.typeAnnotation) return [];
  const own = situation.analysis.origins.bindings.variableOf(handle);
  for (let scope = own?.scope.upper; scope && scope !== own?.scope.variableScope.upper; scope = scope.upper) {
    const outer = scope.set.get(handle.name);
    const definition = outer?.defs[0]?.node;
    if (definition?.type !== T.VariableDeclarator || definition.init) continue;
    return [
      {
        change: [replaced([statement.range[0], handle.range[0]], '')],
        isSafe: false,
        messageId: 'assign',
        data: { name: handle.name },
        leaves: { 'abort-after-commit': 'assignThenCommit' },
      },
    ];
  }
  return [];
}

/** Begins the transaction before the try whose catch has to know of it. */
function beganBefore({ sourceCode }: Situation, { statement, handle }: Beginning): Candidate<MessageIds>[] {
  const attempt = statement.parent.parent;
  if (!handle || attempt?.type !== T.TryStatement || attempt.block.body[0] !== statement || !listOf(attempt))
    return [];
  if (!attempt.handler || !namesIn(sourceCode, attempt.handler).has(handle.name)) return [];
  if (!isFirstOnLine(sourceCode, statement.range[0]) || !isFirstOnLine(sourceCode, attempt.range[0]))
    return [];
  const { newline } = layoutOf(sourceCode);
  const range = rangeWithComments(sourceCode, statement);
  const outer = indentAt(sourceCode, attempt.range[0]);
  const pieces = reindented(sourceCode, range, indentAt(sourceCode, range[0]), outer);
  return [
    {
      change: [
        inserted(attempt.range[0], ...pieces, `${newline}${outer}`),
        removedWithLine(sourceCode, range),
      ],
      isSafe: false,
      messageId: 'beginBefore',
      leaves: { 'abort-after-commit': 'beginBeforeThenCommit' },
    },
  ];
}

/** Of how many exits each is tried by itself. Whoever has more of them would not choose from such a list. */
const MOST_EXITS = 5;

/** Aborts before control leaves. */
function abortedBefore(situation: Situation, begin: Beginning): Candidate<MessageIds>[] {
  const { sourceCode, analysis } = situation;
  const { statement, handle, abort } = begin;
  const fn = enclosingFunction(statement);
  if (!fn?.async || fn.body.type !== T.BlockStatement) return [];
  const scope = handle && analysis.origins.bindings.variableOf(handle)?.scope.block;
  const all = [...exitsOf(fn.body.body), ...innerJumps(fn.body)];
  const exits = all.filter(
    (exit) =>
      exit.range[0] > statement.range[1] &&
      (!scope || (scope.range[0] <= exit.range[0] && exit.range[1] <= scope.range[1])) &&
      !isEndedBefore(situation, exit, statement),
  );
  const single = exits.map((exit): Change => [withAbort(sourceCode, exit, abort)]);
  const candidate = (change: Change, isLastResort: boolean): Candidate<MessageIds> => ({
    change,
    isSafe: false,
    isLastResort,
    messageId: 'abortBefore',
    // In a try whose catch aborts, too.
    leaves: { 'abort-loop': 'abortBeforeOnce' },
  });
  return [
    ...(exits.length > MOST_EXITS ? [] : single.map((change) => candidate(change, false))),
    ...(exits.length > 1 ? [candidate(single.flat(), true)] : []),
  ];
}

/** `continue` and `break` of the loops inside. */
function innerJumps(body: TSESTree.BlockStatement): Exit[] {
  const jumps: Exit[] = [];
  const visit = (statements: StatementList): void => {
    for (const statement of statements) {
      if (
        statement.type === T.ForOfStatement ||
        statement.type === T.ForStatement ||
        statement.type === T.WhileStatement
      ) {
        const inner = statement.body.type === T.BlockStatement ? statement.body.body : [statement.body];
        jumps.push(...exitsOf(inner).filter((exit) => exit.type === T.ContinueStatement));
        visit(inner);
      } else if (statement.type === T.LabeledStatement) visit([statement.body]);
      else if (statement.type === T.TryStatement) visit(statement.block.body);
    }
  };
  visit(body.body);
  return jumps;
}

/** Whether the transaction is committed or aborted on the way to an exit, or in it. */
function isEndedBefore(situation: Situation, exit: TSESTree.Statement, begin: TSESTree.Statement): boolean {
  const ends = (node: TSESTree.Node): boolean =>
    someNode(node, situation.sourceCode.visitorKeys, (at) => {
      const operations = operationsAt(situation, at);
      return operations.has('abort') || operations.has('commit');
    });
  for (let at: TSESTree.Node = exit; at.range[0] > begin.range[0] && at.parent; at = at.parent) {
    const list = listOf(at);
    const index = list?.indexOf(at as TSESTree.Statement) ?? -1;
    const before = list?.slice(0, index).filter((other) => other.range[0] > begin.range[0]) ?? [];
    if ((at === exit && ends(at)) || before.some(ends)) return true;
  }
  return false;
}

/** A statement with an abort before it. */
function withAbort(source: Source, exit: TSESTree.Statement, abort: string): Edit {
  const { newline, indent, semicolon } = layoutOf(source);
  const own = indentAt(source, exit.range[0]);
  const isInList = listOf(exit) !== undefined;
  const guarded = abort + (guardAt(source, exit, isInList ? own : own + indent) ?? '');
  const text = `await ${guarded}${semicolon}`;
  if (isInList) {
    return isFirstOnLine(source, exit.range[0])
      ? inserted(exit.range[0], `${text}${newline}${own}`)
      : inserted(exit.range[0], `await ${guarded}; `);
  }
  return replaced(
    exit.range,
    `{${newline}${own}${indent}${text}${newline}${own}${indent}`,
    exit.range,
    `${newline}${own}}`,
  );
}

/** An abort must not hide the error that is handled, or that is thrown after it. */
function guardAt(source: Source, exit: TSESTree.Statement, indentation: string): string | undefined {
  const handler = enclosingCatch(exit);
  if (handler?.param?.type === T.Identifier) return guardOf(source, handler, handler.param.name, indentation);
  const thrown = exit.type === T.ThrowStatement ? exit.argument : undefined;
  return thrown && isMadeAtWill(source, thrown)
    ? guardOf(source, exit, source.getText(thrown), indentation)
    : undefined;
}

/** Whether an error can be written twice: a variable, or a new one of which nothing else comes. */
const isMadeAtWill = (source: Source, thrown: TSESTree.Expression): boolean =>
  thrown.type === T.Identifier ||
  (thrown.type === T.NewExpression &&
    thrown.loc.start.line === thrown.loc.end.line &&
    !thrown.arguments.some((argument) => someNode(argument, source.visitorKeys, isDeed)));

const isDeed = ({ type }: TSESTree.Node): boolean =>
  type === T.CallExpression ||
  type === T.AwaitExpression ||
  type === T.AssignmentExpression ||
  type === T.UpdateExpression;

/** Puts what is done in the transaction into a try whose catch aborts. */
function wrapped(situation: Situation, { statement, abort }: Beginning): Candidate<MessageIds>[] {
  const { sourceCode } = situation;
  const list = listOf(statement) ?? [];
  const index = list.indexOf(statement);
  const end = list.findIndex(
    (other, at) =>
      at > index &&
      someNode(other, sourceCode.visitorKeys, (node) => operationsAt(situation, node).has('commit')),
  );
  const work = list.slice(index + 1, end);
  const [first] = work;
  const last = work.at(-1);
  if (end < 0 || !first || !last || enclosingFunction(statement)?.async !== true) return [];
  if (variablesUsedIn(sourceCode, work, list.slice(end))) return [];
  if (!isGlobalName(sourceCode, 'AggregateError', statement)) return [];
  if (work.some(({ type }) => type === T.TryStatement) || !isFirstOnLine(sourceCode, first.range[0]))
    return [];
  const { newline, indent, semicolon, quote } = layoutOf(sourceCode);
  const [start] = rangeWithComments(sourceCode, first);
  const [, stop] = rangeWithComments(sourceCode, last);
  const own = indentAt(sourceCode, start);
  const line = (text: string, depth: number): string => `${newline}${own}${indent.repeat(depth)}${text}`;
  return [
    {
      change: [
        replaced(
          [lineStart(sourceCode, start), stop],
          `${own}try {${newline}${own}${indent}`,
          ...reindented(sourceCode, [start, stop], own, own + indent),
          line('} catch (error) {', 0),
          line(`await ${abort}.catch((abortError) => {`, 1),
          line(
            `throw new AggregateError([error, abortError], ${quote}the transaction was not aborted${quote})${semicolon}`,
            2,
          ),
          line(`})${semicolon}`, 1),
          line(`throw error${semicolon}`, 1),
          line('}', 0),
        ),
      ],
      isSafe: false,
      messageId: 'wrap',
    },
  ];
}
