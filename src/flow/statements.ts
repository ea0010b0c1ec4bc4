import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { isFunction, isOnceGuard, memberName, unwrapped } from '../model/syntax.js';
import { type Value, classValue, debtOf, errorsIn, isContinued, undefinedValue } from '../model/value.js';
import { equal } from './comparisons.js';
import { branch, condition } from './conditions.js';
import { disposed, isUsing, withHolders } from './disposal.js';
import { evaluate } from './expressions.js';
import { tryStatement } from './handlers.js';
import { givenToField } from './instances.js';
import type { Interpreter, Variable } from './interpreter.js';
import { lostRejection } from './leaving.js';
import { loop } from './loops.js';
import { type Outcome, chain, isSame, merged, thrown, valued } from './outcome.js';
import { bind } from './patterns.js';
import { report } from './reports.js';
import type { State } from './state.js';
import { escape } from './unseen-calls.js';

/** Executes statements one after the other. */
export function block(
  it: Interpreter,
  statements: readonly TSESTree.Node[],
  state: State,
): readonly Outcome[] {
  let outcomes: readonly Outcome[] = [valued(state, undefinedValue)];
  for (const [index, next] of statements.entries()) {
    if (!outcomes.some((o) => o.how === 'value')) return outcomes;
    if (isUsing(next))
      return chain(outcomes, (s) =>
        chain(statement(it, next, s), (after) =>
          disposed(it, next, block(it, statements.slice(index + 1), after)),
        ),
      );
    outcomes = chain(outcomes, (s) => statement(it, next, s));
  }
  return outcomes;
}

/** The variables that end with a block and that no inner function can still change. */
function endingWith(it: Interpreter, node: TSESTree.Node): readonly Variable[] {
  let known = it.endingWith.get(node);
  if (!known) {
    const { bindings } = it.origins;
    const scope = it.sourceCode.scopeManager?.acquire(node);
    known =
      scope && !isFunction(scope.block)
        ? scope.variables.filter((v) => !(bindings.isCaptured(v) && bindings.isChanged(v)))
        : [];
    it.endingWith.set(node, known);
  }
  return known;
}

export function leaving(
  it: Interpreter,
  node: TSESTree.Node,
  outcomes: readonly Outcome[],
): readonly Outcome[] {
  const ending = endingWith(it, node);
  if (ending.length === 0) return outcomes;
  return merged(outcomes.map((o) => ({ ...o, state: o.state.without(ending) })));
}

export function statement(it: Interpreter, node: TSESTree.Node, state: State): readonly Outcome[] {
  const { memo } = it;
  if (
    !memo ||
    node.type !== T.TryStatement ||
    memo.frames !== it.frames.length ||
    memo.handlers !== it.handling.length
  ) {
    return execute(it, node, state);
  }
  // A later turn of a loop in a state that an earlier one has been in goes on as that did.
  let done = memo.done.get(node);
  if (!done) memo.done.set(node, (done = new Map<string, { state: State; outcomes: readonly Outcome[] }>()));
  const known = done.get(state.key);
  if (known?.state.joinedWith(state) === known?.state && known) return known.outcomes.map((o) => ({ ...o }));
  const outcomes = execute(it, node, state);
  done.set(state.key, { state, outcomes });
  return outcomes;
}

function execute(it: Interpreter, node: TSESTree.Node, state: State): readonly Outcome[] {
  it.step();
  if (it.courses) it.frame.at = node;
  switch (node.type) {
    case T.ExpressionStatement:
      return chain(evaluate(it, node.expression, state), (s, v) => {
        // What is assigned is kept.
        if (node.expression.type === T.AssignmentExpression || isSideChain(it, node.expression))
          return [valued(s, undefinedValue)];
        // What a timer or an emitter calls has nobody who takes what it leaves to itself.
        if (it.frame.fn && it.calledLater.has(it.frame.fn)) lostRejection(it, s, v, node.expression);
        return [valued(dropped(it, s, v, node.expression), undefinedValue)];
      });
    case T.VariableDeclaration: {
      // What is only declared has its value elsewhere.
      if (node.declare) return [valued(state, undefinedValue)];
      let outcomes: readonly Outcome[] = [valued(state, undefinedValue)];
      for (const declarator of node.declarations) {
        outcomes = chain(outcomes, (s) => {
          if (!declarator.init) {
            return declarator.id.type === T.Identifier && node.kind !== 'var'
              ? bind(it, declarator.id, undefinedValue, s)
              : [valued(s, undefinedValue)];
          }
          return chain(evaluate(it, declarator.init, s), (after, v) => bind(it, declarator.id, v, after));
        });
      }
      if (isUsing(node))
        return outcomes.map((o) => (o.how === 'value' ? { ...o, state: withHolders(it, node, o.state) } : o));
      return outcomes;
    }
    case T.FunctionDeclaration:
    case T.EmptyStatement:
    case T.TSTypeAliasDeclaration:
    case T.TSInterfaceDeclaration:
    case T.ImportDeclaration:
    case T.ExportAllDeclaration:
    case T.DebuggerStatement:
      return [valued(state, undefinedValue)];
    case T.ClassDeclaration:
      return classBody(it, node, state);
    case T.BlockStatement:
    case T.StaticBlock:
    case T.TSModuleBlock:
      return leaving(it, node, block(it, node.body, state));
    case T.Program:
      return block(it, node.body, state);
    case T.IfStatement: {
      const { yes, no, thrown: failed } = condition(it, node.test, state);
      // Whoever comes second finds done what the first has done: there is nothing new on that way.
      const first = yes.length > 0 && no.length > 0 && isOnceGuard(node);
      return merged([
        ...failed,
        ...rejoined(
          state,
          first ? [] : yes.flatMap((s) => statement(it, node.consequent, s)),
          no.flatMap((s) =>
            node.alternate ? statement(it, node.alternate, s) : [valued(s, undefinedValue)],
          ),
        ),
      ]);
    }
    case T.ReturnStatement: {
      if (!node.argument) return [{ how: 'return', state, value: undefinedValue, label: undefined }];
      return evaluate(it, node.argument, state).map((o) =>
        o.how === 'value' ? { ...o, how: 'return' as const, state: told(it, o.state, o.value, node) } : o,
      );
    }
    case T.ThrowStatement:
      return chain(evaluate(it, node.argument, state), (s, v) => [
        thrown(it.courses?.told(it, s, errorsIn(v), 'throws', node) ?? s, v),
      ]);
    case T.BreakStatement:
      return [{ how: 'break', state, value: undefinedValue, label: node.label?.name }];
    case T.ContinueStatement:
      return [{ how: 'continue', state, value: undefinedValue, label: node.label?.name }];
    case T.LabeledStatement: {
      const outcomes = statement(it, node.body, state);
      return merged(
        outcomes.map((o) =>
          o.how === 'break' && o.label === node.label.name ? valued(o.state, undefinedValue) : o,
        ),
      );
    }
    case T.ForStatement:
    case T.WhileStatement:
    case T.DoWhileStatement:
    case T.ForOfStatement:
    case T.ForInStatement:
      return leaving(it, node, loop(it, node, state));
    case T.SwitchStatement:
      return leaving(it, node, switchStatement(it, node, state));
    case T.TryStatement:
      return tryStatement(it, node, state);
    case T.ExportNamedDeclaration:
      return node.declaration ? statement(it, node.declaration, state) : [valued(state, undefinedValue)];
    case T.ExportDefaultDeclaration:
      return isFunction(node.declaration) || node.declaration.type === T.ClassDeclaration
        ? [valued(state, undefinedValue)]
        : chain(evaluate(it, node.declaration, state), (s, v) => [valued(escape(it, s, v), undefinedValue)]);
    case T.TSExportAssignment:
      return chain(evaluate(it, node.expression, state), (s, v) => [
        valued(escape(it, s, v), undefinedValue),
      ]);
    case T.TSModuleDeclaration:
      return node.body ? statement(it, node.body, state) : [valued(state, undefinedValue)];
    default:
      return [valued(state, undefinedValue)];
  }
}

function classBody(
  it: Interpreter,
  node: TSESTree.ClassDeclaration | TSESTree.ClassExpression,
  state: State,
): readonly Outcome[] {
  const self = classValue(node, it.idOf(node));
  let outcomes: readonly Outcome[] = [valued(state, undefinedValue)];
  for (const element of node.body.body) {
    if (element.type === T.PropertyDefinition && element.static && element.value) {
      const { value } = element;
      outcomes = chain(outcomes, (s) =>
        chain(evaluate(it, value, s), (after, made) => [
          valued(givenToField(it, after, self, element, made), undefinedValue),
        ]),
      );
    }
  }
  return outcomes;
}

/** The two ways on from a condition: where they come to the same, it does not matter what an error's text has said in between. */
function rejoined(before: State, yes: readonly Outcome[], no: readonly Outcome[]): readonly Outcome[] {
  const asked = before
    .factsOf('error')
    .flatMap(([id, { sorted }]) =>
      !sorted && yes.some((o) => o.state.fact('error', id)?.sorted === true) ? [id] : [],
    );
  if (asked.length === 0) return [...yes, ...no];
  const whole = ({ state, ...rest }: Outcome): Outcome => ({
    ...rest,
    state: asked.reduce((s, id) => {
      const fact = s.fact('error', id);
      return fact ? s.withFact(id, { ...fact, sorted: false }) : s;
    }, state),
  });
  const left = [...no];
  const joined = yes.map((one) => {
    const both = whole(one);
    const at = left.findIndex((other) => isSame(whole(other), both));
    if (at < 0) return one;
    left.splice(at, 1);
    return both;
  });
  return [...joined, ...left];
}

/** A handler that gives its caller a value has told it something. */
export function told(it: Interpreter, state: State, value: Value, node: TSESTree.Node): State {
  if (it.frame.ignored) return state;
  const from = it.frame.handlers;
  if (value.kind === 'nil' && value.value === undefined) return state;
  if (value.kind === 'native' && (value.name === 'rxjs.EMPTY' || value.name === 'rxjs.source:of'))
    return state;
  if (value.kind === 'promise') {
    const { fulfilled, value: inner } = value;
    if (!fulfilled || (inner.kind === 'nil' && inner.value === undefined)) return state;
  }
  let next = state;
  for (const { errors } of it.handling.slice(from)) next = it.tell(next, errors, 'returns', node);
  return next;
}

function switchStatement(it: Interpreter, node: TSESTree.SwitchStatement, state: State): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  const run = (from: number, s: State): void => {
    let current: readonly Outcome[] = [valued(s, undefinedValue)];
    for (const clause of node.cases.slice(from)) {
      current = chain(current, (after) => block(it, clause.consequent, after));
    }
    for (const o of current) {
      outcomes.push(o.how === 'break' && o.label === undefined ? valued(o.state, undefinedValue) : o);
    }
  };
  for (const subject of evaluate(it, node.discriminant, state)) {
    if (subject.how !== 'value') {
      outcomes.push(subject);
      continue;
    }
    let left: State[] = [subject.state];
    for (const [index, clause] of node.cases.entries()) {
      if (!clause.test) continue;
      const { test } = clause;
      const next: State[] = [];
      for (const s of left) {
        for (const o of evaluate(it, test, s)) {
          if (o.how !== 'value') {
            outcomes.push(o);
            continue;
          }
          // `switch (true)` tests each case's own truth.
          const isTrue = subject.value.kind === 'literal' && subject.value.value === true;
          const compared = isTrue
            ? [valued(o.state, o.value)]
            : equal(it, o.state, subject.value, o.value, test, test);
          for (const c of compared) {
            const { yes, no } = branch(it, c.state, c.value, isTrue ? test : clause);
            if (yes) run(index, yes);
            if (no) next.push(no);
          }
        }
      }
      left = merged(next.map((s) => valued(s, undefinedValue))).map((o) => o.state);
    }
    const fallback = node.cases.findIndex((clause) => !clause.test);
    for (const s of left) {
      if (fallback < 0) outcomes.push(valued(s, undefinedValue));
      else run(fallback, s);
    }
  }
  return merged(outcomes);
}

/** Whether an expression only hooks handlers onto a promise in a variable that is read elsewhere too, where it is waited for. */
export function isSideChain(it: Interpreter, node: TSESTree.Node): boolean {
  let at = unwrapped(node);
  if (at.type === T.UnaryExpression && at.operator === 'void') at = unwrapped(at.argument);
  let hooks = 0;
  while (
    at.type === T.CallExpression &&
    at.callee.type === T.MemberExpression &&
    /^(then|catch|finally)$/.test(memberName(at.callee) ?? '')
  ) {
    at = unwrapped(at.callee.object);
    hooks++;
  }
  if (hooks === 0 || at.type !== T.Identifier) return false;
  const variable = it.origins.bindings.variableOf(at);
  return variable?.references.some((r) => r.isRead() && r.identifier !== at) === true;
}

/** A value that nobody takes: a promise of an operation that nobody waits for. */
export function dropped(it: Interpreter, state: State, value: Value, node: TSESTree.Node): State {
  if (value.kind === 'list') {
    let next = state;
    for (const item of value.items) next = dropped(it, next, item, node);
    return next;
  }
  if (value.kind !== 'promise') return state;
  let next = state;
  for (const owed of value.owes) {
    const id = debtOf(owed);
    const debt = next.fact('debt', id);
    if (!debt) continue;
    next = next.withoutFact('debt', id);
    const transaction = next.fact('transaction', debt.transaction);
    // A chain whose handlers have gone on to the end of the transaction needs nobody to wait for it.
    if (isContinued(owed) && transaction?.state !== 'open' && transaction?.state !== 'must-abort') continue;
    report(
      it,
      next,
      'floating',
      node,
      undefined,
      { client: transaction?.client ?? 'kafkajs', operation: debt.operation, node: debt.at },
      { detail: isContinued(owed) ? 'continued' : 'dropped' },
    );
  }
  if (!value.fulfilled) {
    const errors = errorsIn(value.value);
    for (const id of errors) {
      const fact = next.fact('error', id);
      if (fact) next = next.withFact(id, { ...fact, surfaced: true, judged: true });
    }
    next = it.courses?.told(it, next, errors, 'unheard', node) ?? next;
  }
  return next;
}

export function distinct(states: readonly State[]): readonly State[] {
  if (states.length < 2) return states;
  return merged(states.map((s) => valued(s, undefinedValue))).map((o) => o.state);
}
