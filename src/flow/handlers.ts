import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { isAddedTo, someNode } from '../model/bindings.js';
import { isFailingFunction, isSafeObject } from '../model/natives.js';
import { isRecorder } from '../model/sinks.js';
import { unwrapped } from '../model/syntax.js';
import { type Value, errorValue, errorsIn, native, unknown } from '../model/value.js';
import { spelledPath } from './calls.js';
import type { Interpreter } from './interpreter.js';
import { type Outcome, chain, merged, thrown, valued } from './outcome.js';
import { bind } from './patterns.js';
import { heldOpen } from './promises.js';
import type { State } from './state.js';
import { leaving, statement } from './statements.js';
import { withoutDebts } from './unseen-calls.js';

export function tryStatement(it: Interpreter, node: TSESTree.TryStatement, state: State): readonly Outcome[] {
  let outcomes: readonly Outcome[];
  if (node.handler) {
    const { calls } = it;
    it.tries++;
    let tried: readonly Outcome[];
    try {
      tried = merged(statement(it, node.block, state));
    } finally {
      it.tries--;
    }
    const { handler } = node;
    if (it.calls === calls && !tried.some((o) => o.how === 'throw') && failsUnseen(it, node.block))
      tried = [...tried, thrown(heldOpen(withoutDebts(state)), unknown(`own@${it.idOf(node)}`))];
    outcomes = merged(tried.flatMap((o) => (o.how === 'throw' ? caught(it, handler, o) : [o])));
  } else {
    outcomes = merged(statement(it, node.block, state));
  }
  const { finalizer } = node;
  if (!finalizer) return outcomes;
  return merged(
    outcomes.flatMap((o) => {
      const errors = o.how === 'throw' ? errorsIn(o.value) : [];
      return whileHandling(it, errors, finalizer, () => statement(it, finalizer, o.state)).map((f) => {
        if (f.how === 'value') return { ...o, state: f.state };
        // What the finalizer does instead takes the error's place.
        return f.how === 'throw' ? f : { ...f, state: taken(f.state, errors, finalizer) };
      });
    }),
  );
}

/**
 * Whether what is tried fails, if it does, for what the text does not show: a getter, a text that is no number. Whoever handles that
 * knows that it can.
 */
function failsUnseen(it: Interpreter, block: TSESTree.Node): boolean {
  const { visitorKeys } = it.sourceCode;
  if (someNode(block, visitorKeys, ({ type }) => THROWING.has(type))) return false;
  return someNode(block, visitorKeys, (node) => {
    if (node.type === T.NewExpression) return true;
    if (node.type !== T.CallExpression || isRecorder(spelledPath(node.callee), it.settings)) return false;
    const callee = unwrapped(node.callee);
    const [root = ''] = spelledPath(callee);
    return callee.type === T.MemberExpression
      ? !isSafeObject(root) && !isAddedTo(callee.object)
      : isFailingFunction(root);
  });
}
/** What throws where the analysis sees it. */
const THROWING: ReadonlySet<string> = new Set([T.AwaitExpression, T.ThrowStatement, T.ForOfStatement]);

function taken(state: State, errors: readonly string[], handler: TSESTree.Node): State {
  let next = state;
  for (const id of errors) {
    const fact = next.fact('error', id);
    if (fact) next = next.withFact(id, { ...fact, handler });
  }
  return next;
}

function caught(it: Interpreter, handler: TSESTree.CatchClause, outcome: Outcome): readonly Outcome[] {
  const { state, value, errors } = received(it, outcome.state, outcome.value, handler);
  return whileHandling(it, errors, handler, () => {
    const bound = handler.param ? bind(it, handler.param, value, state) : [valued(state, value)];
    return leaving(
      it,
      handler,
      chain(bound, (s) => statement(it, handler.body, s)),
    );
  });
}

/** Executes something while errors are being handled. */
export function whileHandling<R>(
  it: Interpreter,
  errors: readonly string[],
  node: TSESTree.Node,
  run: () => R,
): R {
  it.handling.push({ errors, node });
  try {
    return run();
  } finally {
    it.handling.pop();
  }
}

/** Something failed that is no operation: what was committed before it must not be done again. */
export function failedAfterCommit(state: State): State {
  let next = state;
  for (const [name, doubt] of state.factsOf('doubt'))
    if (doubt.dormant) next = next.withFact(name, { ...doubt, dormant: false });
  return next;
}

/** A handler gets what was thrown: an error of the application's own becomes an error of that handler. */
export function received(
  it: Interpreter,
  state: State,
  value: Value,
  handler: TSESTree.Node,
): { state: State; value: Value; errors: readonly string[] } {
  let errors = errorsIn(value);
  let next = state;
  let got = value;
  if (errors.length === 0) {
    const id = `own:${it.idOf(handler)}`;
    if (value.kind === 'unknown' && it.thrownByHolders.has(value.text)) it.ofHolders.add(id);
    it.addSource({ id, node: handler, table: undefined, transaction: undefined, producer: undefined });
    next = next.withFact(id, {
      is: 'error',
      mask: 0n,
      judged: false,
      sorted: false,
      surfaced: false,
      unheard: false,
      handler,
      during: it.handledNow(state),
      cleanedBy: undefined,
      ...it.courses?.own(it, state),
    });
    got = value.kind === 'native' ? native(value.name, [...value.args, errorValue(id)]) : errorValue(id);
    errors = [id];
    next = failedAfterCommit(next);
  }
  for (const id of errors) {
    const fact = next.fact('error', id);
    if (!fact) continue;
    next = next.withFact(id, { ...fact, handler, surfaced: false, unheard: false });
    // Whoever gets an error that has left another one's handler has that one on his hands, too.
    for (const other of fact.during) {
      const left = next.fact('error', other);
      if (left?.handler && !left.surfaced && !it.handling.some((h) => h.errors.includes(other)))
        next = next.withFact(other, { ...left, handler });
    }
  }
  return { state: next, value: got, errors };
}
