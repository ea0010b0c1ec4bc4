import type { Value } from '../model/value.js';
import type { State } from './state.js';

/** One way in which control leaves an expression or statement, with the state on that way. */
export interface Outcome {
  /** `value` is the normal completion. */
  readonly how: 'value' | 'throw' | 'return' | 'break' | 'continue';
  readonly state: State;
  /** The expression's value, what is thrown, or what is returned. */
  readonly value: Value;
  readonly label: string | undefined;
}

/** How many of each way to leave are kept: many that go on must not hide that one returns, nor many errors another one. */
const MOST = 80;

/** Whether two ways differ in nothing that matters. */
export const isSame = (a: Outcome, b: Outcome): boolean =>
  a.how === b.how &&
  a.state.matches(b.state) &&
  a.label === b.label &&
  (a.value === b.value || (a.value.plain && b.value.plain) || a.value.key === b.value.key);

/** Joins outcomes that differ in nothing that matters; of very many, some are dropped. */
export function merged(outcomes: readonly Outcome[]): readonly Outcome[] {
  const { length } = outcomes;
  if (length < 2) return outcomes;
  if (length > FEW) return mergedByKey(outcomes);
  // Most outcomes differ: a list is made only where two are the same.
  let kept: Outcome[] | undefined;
  for (let i = 1; i < length; i++) {
    const outcome = outcomes[i] as Outcome;
    const before = kept ?? outcomes;
    const end = kept ? kept.length : i;
    let at = 0;
    while (at < end && !isSame(before[at] as Outcome, outcome)) at++;
    if (at === end) {
      kept?.push(outcome);
      continue;
    }
    kept ??= outcomes.slice(0, i);
    const known = kept[at] as Outcome;
    const state = known.state.joinedWith(outcome.state);
    if (state !== known.state) kept[at] = { how: known.how, state, value: known.value, label: known.label };
  }
  return kept ?? outcomes;
}

const FEW = 24;

/** How control leaves; that a promise is rejected is a way of its own, as a throw is before it is one. */
const wayOf = ({ how, value }: Outcome): Outcome['how'] | 'rejected' =>
  how === 'value' && value.kind === 'promise' && !value.fulfilled ? 'rejected' : how;

/** The errors that a handler has taken, and of which nobody has heard, on a way: of each one way is kept. */
const takenIn = ({ state }: Outcome): string[] =>
  state.factsOf('error').flatMap(([id, { handler, surfaced }]) => (handler && !surfaced ? [id] : []));

function mergedByKey(outcomes: readonly Outcome[]): readonly Outcome[] {
  const byKey = new Map<string, Outcome>();
  const counts = { value: 0, throw: 0, return: 0, break: 0, continue: 0, rejected: 0 };
  const met = new Set<string>();
  for (const outcome of outcomes) {
    const key = `${outcome.how}|${outcome.label ?? ''}|${outcome.value.plain ? '' : outcome.value.key}|${outcome.state.key}`;
    const known = byKey.get(key);
    if (!known) {
      const way = wayOf(outcome);
      const what = `${way}|${outcome.label ?? ''}|${outcome.value.plain ? '' : outcome.value.key}`;
      const telling = [what, ...takenIn(outcome).map((error) => `${what}|${error}`)];
      if (counts[way]++ < MOST || !telling.every((one) => met.has(one))) byKey.set(key, outcome);
      for (const one of telling) met.add(one);
      continue;
    }
    const state = known.state.joinedWith(outcome.state);
    if (state !== known.state) byKey.set(key, { ...known, state });
  }
  return byKey.size === outcomes.length ? outcomes : [...byKey.values()];
}

/** Goes on from every normal completion and keeps the others. */
export function chain(
  outcomes: readonly Outcome[],
  next: (state: State, value: Value) => readonly Outcome[],
): readonly Outcome[] {
  if (outcomes.length === 1) {
    const only = outcomes[0] as Outcome;
    return only.how === 'value' ? next(only.state, only.value) : outcomes;
  }
  const all: Outcome[] = [];
  for (const outcome of outcomes) {
    if (outcome.how === 'value') for (const after of next(outcome.state, outcome.value)) all.push(after);
    else all.push(outcome);
  }
  return merged(all);
}

export const valued = (state: State, value: Value): Outcome => ({
  how: 'value',
  state,
  value,
  label: undefined,
});
export const thrown = (state: State, value: Value): Outcome => ({
  how: 'throw',
  state,
  value,
  label: undefined,
});
