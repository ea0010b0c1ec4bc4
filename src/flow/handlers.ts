import type { TSESTree } from '@typescript-eslint/utils';
import { type Value, errorValue, errorsIn, native } from '../model/value.js';
import type { Interpreter } from './interpreter.js';
import { type Outcome, chain, merged, valued } from './outcome.js';
import { bind } from './patterns.js';
import type { State } from './state.js';
import { leaving, statement } from './statements.js';

export function tryStatement(it: Interpreter, node: TSESTree.TryStatement, state: State): readonly Outcome[] {
  let outcomes: readonly Outcome[];
  if (node.handler) {
    it.tries++;
    let tried: readonly Outcome[];
    try {
      tried = merged(statement(it, node.block, state));
    } finally {
      it.tries--;
    }
    const { handler } = node;
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

function whileHandling<R>(it: Interpreter, errors: readonly string[], node: TSESTree.Node, run: () => R): R {
  it.handling.push({ errors, node });
  try {
    return run();
  } finally {
    it.handling.pop();
  }
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
    it.addSource({ id, node: handler, table: undefined, transaction: undefined, producer: undefined });
    next = next.withFact(id, {
      is: 'error',
      mask: 0n,
      judged: false,
      surfaced: false,
      handler,
      during: it.handledNow(state),
      cleanedBy: undefined,
      ...it.courses?.own(it, state),
    });
    got = value.kind === 'native' ? native(value.name, [...value.args, errorValue(id)]) : errorValue(id);
    errors = [id];
    for (const [name, doubt] of next.factsOf('doubt'))
      if (doubt.dormant) next = next.withFact(name, { ...doubt, dormant: false });
  }
  for (const id of errors) {
    const fact = next.fact('error', id);
    if (!fact) continue;
    next = next.withFact(id, { ...fact, handler, surfaced: false });
    // Whoever gets an error that has left another one's handler has that one on his hands, too.
    for (const other of fact.during) {
      const left = next.fact('error', other);
      if (left?.handler && !left.surfaced && !it.handling.some((h) => h.errors.includes(other)))
        next = next.withFact(other, { ...left, handler });
    }
  }
  return { state: next, value: got, errors };
}
