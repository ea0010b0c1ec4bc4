import type { FunctionValue, Value } from '../model/value.js';
import type { Interpreter } from './interpreter.js';
import type { State } from './state.js';
import { touchesOpen } from './unseen-calls.js';

/** How deep in objects and lists functions are looked for. */
const DEPTH = 2;

/** The functions in a value. */
export function functionsIn(value: Value | undefined, depth = DEPTH): readonly FunctionValue[] {
  switch (value?.kind) {
    case 'function':
      return [value];
    case 'object':
      return depth > 0 ? [...value.fields.values()].flatMap((field) => functionsIn(field, depth - 1)) : [];
    case 'list':
      return depth > 0 ? value.items.flatMap((item) => functionsIn(item, depth - 1)) : [];
    default:
      return [];
  }
}

/**
 * Whether a call has made a function of another one, `retried(5, publish)`: what it does is known by what it was made of, and not by
 * its text.
 */
const isMadeOf = ({ captured, bound }: FunctionValue): boolean =>
  [...captured.values(), ...bound].some((value) => functionsIn(value).length > 0);

/**
 * Notes the functions made of others in a value that goes out of view: code outside of the file can call them. One that works on a
 * transaction which is open there is called there.
 */
export function handOut(it: Interpreter, state: State, value: Value): void {
  for (const fn of functionsIn(value))
    if (!it.handedOut.has(fn.key) && isMadeOf(fn) && !touchesOpen(it, state, fn))
      it.handedOut.set(fn.key, fn);
}
