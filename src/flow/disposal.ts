import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { type Value, errorsIn, list, native, undefinedValue } from '../model/value.js';
import { callFunction } from './functions.js';
import { whileHandling } from './handlers.js';
import type { Interpreter } from './interpreter.js';
import { member } from './members.js';
import { type Outcome, chain, merged, thrown, valued } from './outcome.js';
import { awaited, heldOpen } from './promises.js';
import type { State } from './state.js';

/** A declaration of what is disposed of at the end of its block. */
export type UsingDeclaration = TSESTree.VariableDeclaration & { readonly kind: 'using' | 'await using' };

export const isUsing = (node: TSESTree.Node): node is UsingDeclaration =>
  node.type === T.VariableDeclaration && (node.kind === 'using' || node.kind === 'await using');

/** The method that disposes of a value, where the file has it. */
function disposerOf(it: Interpreter, state: State, value: Value, node: UsingDeclaration): Value | undefined {
  if (value.kind !== 'instance' && value.kind !== 'object') return undefined;
  const names = node.kind === 'await using' ? ['@@asyncDispose', '@@dispose'] : ['@@dispose'];
  for (const name of names) {
    const [found] = member(it, state, value, name, node);
    if (found?.value.kind === 'function') return found.value;
  }
  return undefined;
}

/** What the variables of a declaration hold, the last one first. */
const heldBy = (it: Interpreter, { declarations }: UsingDeclaration, state: State): readonly Value[] =>
  declarations
    .flatMap(({ id }) => {
      const variable = it.origins.bindings.variableOf(id);
      return (variable && state.get(variable)) ?? [];
    })
    .reverse();

/** The state after a declaration of what is disposed of at the end: what does that out of view may end a transaction. */
export const withHolders = (it: Interpreter, node: UsingDeclaration, state: State): State => {
  const held = heldBy(it, node, state);
  const isInView =
    held.length === node.declarations.length && held.every((v) => disposerOf(it, state, v, node));
  return isInView ? state : heldOpen(state);
};

/** Disposes of what a block has declared, on each way on which it ends. An error of that is thrown together with the one that ended the block. */
export function disposed(
  it: Interpreter,
  node: UsingDeclaration,
  outcomes: readonly Outcome[],
): readonly Outcome[] {
  return merged(
    outcomes.flatMap((o) => {
      const errors = o.how === 'throw' ? errorsIn(o.value) : [];
      let ends: readonly Outcome[] = [valued(o.state, undefinedValue)];
      for (const value of heldBy(it, node, o.state)) {
        ends = chain(ends, (s) => {
          const disposer = disposerOf(it, s, value, node);
          if (disposer?.kind !== 'function') return [valued(s, undefinedValue)];
          return whileHandling(it, errors, node, () =>
            chain(callFunction(it, s, disposer, [], node, undefined, value), (after, given) =>
              node.kind === 'await using' ? awaited(it, after, given) : [valued(after, given)],
            ),
          );
        });
      }
      return ends.map((end) => {
        if (end.how === 'value') return { ...o, state: end.state };
        if (o.how !== 'throw') return end;
        return thrown(end.state, native('AggregateError', [list([end.value, o.value], false)]));
      });
    }),
  );
}
