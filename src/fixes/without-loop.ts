import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { someNode } from '../model/bindings.js';
import type { LoopNode } from '../model/syntax.js';
import type { Situation } from './candidate.js';
import { replaced, type Change, type Edit } from './change.js';
import { isQuiet, operationsAt } from './handler-deeds.js';
import { indentAt, isFirstOnLine, layoutOf, rebuilt, reindented } from './layout.js';
import { alwaysLeaves, exitsOf } from './leaving.js';
import { isPause } from './pauses.js';
import { errorNameOf } from './rethrow.js';
import {
  hasComment,
  hasCommentOutside,
  listOf,
  rangeWithComments,
  removedWithLine,
  trimmed,
  type StatementList,
} from './statements.js';
import { isRethrow } from './unwrapped-try.js';

type Source = Readonly<TSESLint.SourceCode>;
type Variable = TSESLint.Scope.Variable;

/** What is left of a loop that tries again until it has succeeded. */
interface Unlooped {
  readonly change: Change;
  readonly losesComment: boolean;
  /** Whether the loop's body ran at least once, as far as its text tells. */
  readonly runsAtLeastOnce: boolean;
}

/** A loop around a try, and the variables that only count its turns or say when it is over. */
interface Retry {
  readonly situation: Situation;
  readonly loop: LoopNode;
  readonly attempt: TSESTree.TryStatement;
  readonly handler: TSESTree.CatchClause;
  /** The name of the error that is caught. */
  readonly name: string;
  readonly controls: ReadonlySet<Variable>;
}

/**
 * Takes the loop away from `for (;;) { try { work; break; } catch (error) { ... } }`: what the catch did to try again becomes a throw of the
 * error. Undefined for loops that are built otherwise.
 */
export function withoutLoop(situation: Situation, loop: LoopNode): Unlooped | undefined {
  const { sourceCode } = situation;
  const { body } = loop;
  if (loop.type === T.ForOfStatement || loop.type === T.ForInStatement || !listOf(loop)) return undefined;
  if (body.type !== T.BlockStatement || body.body.length !== 1) return undefined;
  const [attempt] = body.body;
  if (attempt?.type !== T.TryStatement || !attempt.handler || attempt.finalizer) return undefined;
  const { handler } = attempt;
  const named = errorNameOf(sourceCode, handler);
  if (!named) return undefined;
  const controls = controlsOf(situation, loop);
  const retry: Retry = { situation, loop, attempt, handler, name: named.name, controls };
  const work = workOf(retry);
  const cleaned = cleanedHandler(retry);
  if (!work) return undefined;
  const edits = [...named.binding, ...work.edits, ...cleaned.edits];
  if (!cleaned.isRethrow && mentionsControls(retry, handler.body, cleaned.edits)) return undefined;
  const declarations = declarationsOf(retry);
  const last = work.following;
  const whole: TSESTree.Range = [loop.range[0], last ? last.range[1] : loop.range[1]];
  const outer = indentAt(sourceCode, loop.range[0]);
  const kept = cleaned.isRethrow ? workRange(attempt.block, work.statements) : attempt.range;
  const inner = isFirstOnLine(sourceCode, kept[0]) ? indentAt(sourceCode, kept[0]) : outer;
  const pieces = cleaned.isRethrow
    ? reindented(sourceCode, kept, inner, outer)
    : rebuilt(sourceCode, kept, edits, inner, outer);
  return {
    change: [...declarations, replaced(whole, ...pieces)],
    losesComment:
      hasCommentOutside(sourceCode, whole, [kept]) ||
      (!cleaned.isRethrow && edits.some(({ range }) => hasComment(sourceCode, range))),
    runsAtLeastOnce: runsAtLeastOnce(retry),
  };
}

const workRange = (block: TSESTree.BlockStatement, statements: StatementList): TSESTree.Range => [
  statements[0]?.range[0] ?? block.range[0],
  statements.at(-1)?.range[1] ?? block.range[1],
];

/** The variables that are declared, changed and read for the sake of a loop alone. */
function controlsOf({ sourceCode, analysis }: Situation, loop: LoopNode): ReadonlySet<Variable> {
  const { bindings } = analysis.origins;
  const isInside = (node: TSESTree.Node): boolean =>
    loop.range[0] <= node.range[0] && node.range[1] <= loop.range[1];
  const controls = new Set<Variable>();
  for (const { variables } of sourceCode.scopeManager?.scopes ?? []) {
    for (const variable of variables) {
      const [definition] = variable.defs;
      if (definition?.node.type !== T.VariableDeclarator || !bindings.isReassigned(variable)) continue;
      if (variable.references.every(({ identifier, init }) => init === true || isInside(identifier)))
        controls.add(variable);
    }
  }
  return controls;
}

/** The statement assigns to, or counts, a variable that steers the loop: `sent = true`, `attempts += 1`. */
function isControl({ situation, controls }: Retry, statement: TSESTree.Statement): boolean {
  if (statement.type !== T.ExpressionStatement) return false;
  const { expression } = statement;
  const target =
    expression.type === T.AssignmentExpression
      ? expression.left
      : expression.type === T.UpdateExpression
        ? expression.argument
        : undefined;
  const variable = target && situation.analysis.origins.bindings.variableOf(target);
  return variable !== undefined && controls.has(variable);
}

/** Whether a node, apart from what some edits replace, mentions a variable that steers the loop. */
function mentionsControls({ situation, controls }: Retry, node: TSESTree.Node, edits: Change = []): boolean {
  const { sourceCode, analysis } = situation;
  return someNode(node, sourceCode.visitorKeys, (at) => {
    if (at.type !== T.Identifier) return false;
    const variable = analysis.origins.bindings.variableOf(at);
    if (!variable || !controls.has(variable)) return false;
    return !edits.some(({ range, pieces }) => {
      if (at.range[0] < range[0] || range[1] < at.range[1]) return false;
      return !pieces.some((p) => typeof p !== 'string' && p[0] <= at.range[0] && at.range[1] <= p[1]);
    });
  });
}

interface Work {
  readonly statements: StatementList;
  readonly edits: Change;
  /** A throw behind the loop that nothing leads to any more. */
  readonly following: TSESTree.Statement | undefined;
}

/** The work that is tried, without what ends the loop. Undefined where the loop may go on after the work was done. */
function workOf(retry: Retry): Work | undefined {
  const { situation, loop, attempt } = retry;
  const { sourceCode } = situation;
  const statements = [...attempt.block.body];
  const edits: Edit[] = [];
  const behind = (listOf(loop) ?? []).slice((listOf(loop) ?? []).indexOf(loop) + 1);
  const [next] = behind;
  let ends = false;
  let returns = false;
  for (let last = statements.at(-1); last; last = statements.at(-1)) {
    const isBare = last.type === T.ReturnStatement && last.argument === null;
    if (isBare) returns = true;
    else if (!isControl(retry, last) && !(last.type === T.BreakStatement && last.label === null)) break;
    ends = true;
    // What returns must still do so, unless nothing follows.
    if (isBare && behind.length > 0 && next?.type !== T.ThrowStatement) break;
    edits.push(removedWithLine(sourceCode, last.range));
    statements.pop();
  }
  const last = statements.at(-1);
  if (last?.type === T.ReturnStatement) {
    ends = true;
    returns = true;
  }
  const earlier = statements.slice(0, -1);
  if (!last || !ends || exitsOf(earlier).length > 0) return undefined;
  if (earlier.some((statement) => statement.type === T.VariableDeclaration)) return undefined;
  if (!returns) return { statements, edits, following: undefined };
  const isUnreachable = next?.type === T.ThrowStatement;
  if (behind.length > 1 || (next && !isUnreachable)) return undefined;
  return { statements, edits, following: next };
}

interface Cleaned {
  readonly edits: Change;
  /** Nothing is left but a throw of what was caught. */
  readonly isRethrow: boolean;
}

/** The handler without what makes the loop come round again. */
function cleanedHandler(retry: Retry): Cleaned {
  const { situation, handler, name } = retry;
  const { sourceCode } = situation;
  const { newline, semicolon } = layoutOf(sourceCode);
  const edits: Edit[] = [];
  const drop = (statement: TSESTree.Statement): void => {
    edits.push(removedWithLine(sourceCode, statement.range));
  };
  // Guards that try again, and what only counts.
  let rest = handler.body.body.filter((statement) => {
    const isDropped =
      isControl(retry, statement) || isJumpBack(statement) || isRepeatGuard(situation, statement);
    if (isDropped) drop(statement);
    return !isDropped;
  });
  if (rest.some(alwaysLeaves)) return { edits, isRethrow: isRethrow(rest, handler) };
  // At its end the handler comes round again: what it does there to wait goes.
  for (let last = rest.at(-1); last && isPause(situation, last); last = rest.at(-1)) {
    drop(last);
    rest = rest.slice(0, -1);
  }
  const last = rest.at(-1);
  if (!last) return { edits: [], isRethrow: true };
  const guarded = last.type === T.IfStatement && !last.alternate ? bodyOf(last.consequent) : undefined;
  if (last.type === T.IfStatement && guarded?.some(alwaysLeaves)) {
    if (isRethrow(guarded, handler)) {
      edits.push(replaced(last.range, `throw ${name}${semicolon}`));
      const others = rest.slice(0, -1).filter((other) => !isReadOnlyBy(situation, other, last));
      return { edits, isRethrow: others.length === 0 };
    }
    // What was done after the last try is done after the only one.
    if (mentionsControls(retry, last.test) || abortsAndThrows(retry, guarded)) {
      edits.push(replaced(last.range, ...withoutGuard(sourceCode, last)));
      return { edits, isRethrow: false };
    }
  }
  edits.push({
    range: [last.range[1], last.range[1]],
    pieces: [`${newline}${indentAt(sourceCode, last.range[0])}throw ${name}${semicolon}`],
  });
  return { edits, isRethrow: false };
}

/** Whether statements abort the transaction and throw what was caught: right after every error of a send. */
function abortsAndThrows({ situation, name }: Retry, statements: StatementList): boolean {
  const last = statements.at(-1);
  const aborts = statements.some((statement) =>
    someNode(statement, situation.sourceCode.visitorKeys, (at) => operationsAt(situation, at).has('abort')),
  );
  const throwsCaught = exitsOf(statements).every(
    (exit) =>
      exit.type === T.ThrowStatement && exit.argument.type === T.Identifier && exit.argument.name === name,
  );
  return (
    aborts &&
    throwsCaught &&
    last?.type === T.ThrowStatement &&
    statements.every((other) => isQuiet(situation, other))
  );
}

const bodyOf = (node: TSESTree.Statement): StatementList =>
  node.type === T.BlockStatement ? node.body : [node];

function withoutGuard(source: Source, { consequent, range }: TSESTree.IfStatement): Edit['pieces'] {
  if (consequent.type !== T.BlockStatement) return [consequent.range];
  const inside = trimmed(source, [consequent.range[0] + 1, consequent.range[1] - 1]);
  return reindented(source, inside, indentAt(source, inside[0]), indentAt(source, range[0]));
}

const isJumpBack = (node: TSESTree.Statement | undefined): boolean =>
  node?.type === T.ContinueStatement && node.label === null;

/** `if (...) { await sleep(100); continue; }` */
function isRepeatGuard(situation: Situation, node: TSESTree.Statement): boolean {
  if (node.type !== T.IfStatement || node.alternate) return false;
  const statements = bodyOf(node.consequent);
  return isJumpBack(statements.at(-1)) && statements.slice(0, -1).every((other) => isPause(situation, other));
}

/** A declaration that nothing reads but one statement. */
function isReadOnlyBy(situation: Situation, statement: TSESTree.Statement, reader: TSESTree.Node): boolean {
  if (statement.type !== T.VariableDeclaration || !isQuiet(situation, statement, new Set())) return false;
  return (
    situation.analysis.origins.sourceCode.scopeManager !== null &&
    statement.declarations.every((declarator) =>
      (situation.sourceCode.scopeManager?.getDeclaredVariables(declarator) ?? []).every(({ references }) =>
        references.every(
          ({ identifier, init }) =>
            init === true ||
            (reader.range[0] <= identifier.range[0] && identifier.range[1] <= reader.range[1]),
        ),
      ),
    )
  );
}

/** Removes the declarations, before the loop, of the variables that steer it. */
function declarationsOf({ situation, loop, controls }: Retry): Change {
  const { sourceCode } = situation;
  const edits: Edit[] = [];
  for (const variable of controls) {
    const declarator = variable.defs[0]?.node;
    if (declarator?.type !== T.VariableDeclarator || declarator.range[0] >= loop.range[0]) continue;
    const declaration = declarator.parent;
    const isPlain =
      declaration.declarations.length === 1 &&
      listOf(declaration) !== undefined &&
      (!declarator.init || isQuiet(situation, declarator.init, new Set())) &&
      !hasComment(sourceCode, rangeWithComments(sourceCode, declaration));
    if (isPlain) edits.push(removedWithLine(sourceCode, declaration.range));
  }
  return edits;
}

/** Whether the loop's test is true when the loop begins. */
function runsAtLeastOnce(retry: Retry): boolean {
  const { loop, situation } = retry;
  if (loop.type === T.DoWhileStatement) return true;
  const test = 'test' in loop ? loop.test : undefined;
  if (!test || (test.type === T.Literal && test.value === true)) return true;
  return !someNode(test, situation.sourceCode.visitorKeys, (at) => {
    if (at.type === T.CallExpression || at.type === T.MemberExpression) return true;
    if (at.type !== T.Identifier) return false;
    const variable = situation.analysis.origins.bindings.variableOf(at);
    const isConstant = situation.analysis.origins.valueOf(at).kind === 'literal';
    return !(variable && retry.controls.has(variable)) && !isConstant;
  });
}
