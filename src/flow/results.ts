import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { memberName, staticName } from '../model/syntax.js';
import {
  type Value,
  errorsIn,
  list,
  nil,
  promise,
  undefinedValue,
  union,
  type PromiseValue,
} from '../model/value.js';
import { received } from './handlers.js';
import type { Interpreter } from './interpreter.js';
import { type Outcome, valued } from './outcome.js';
import { settledByHand } from './promises.js';
import type { State } from './state.js';

/** What a library gives in a promise's place: a promise that is never rejected, of a pair of the error and the value. */
export function paired(
  it: Interpreter,
  state: State,
  given: Value,
  first: 'error' | 'value',
  node: TSESTree.Node,
): Outcome {
  const value = settledByHand(state, given);
  const pair = (error: Value, result: Value): Value =>
    list(first === 'error' ? [error, result] : [result, error], false);
  if (value.kind !== 'promise') return valued(state, promise(true, pair(nil(null), value)));
  const { fulfilled, value: inner, owes } = flat(value);
  if (fulfilled) return valued(state, promise(true, pair(nil(null), inner), owes));
  const { state: after, value: error } = received(it, state, inner, node);
  // Whoever gets the pair has the error.
  const told = it.tell(after, errorsIn(error), 'returns', node);
  return valued(told, promise(true, pair(error, undefinedValue), owes));
}

/** What a promise comes to: a promise that is fulfilled with another one becomes what that one does. */
const flat = ({ fulfilled, value, owes }: PromiseValue): PromiseValue =>
  fulfilled && value.kind === 'promise'
    ? promise(value.fulfilled, value.value, union(owes, value.owes))
    : promise(fulfilled, value, owes);

/** How results say what became of an attempt. */
const OUTCOME =
  /^(ok|success|succeeded|successful|failed|failure|error|err|errors|isOk|isErr|isError|isSuccess|isFailure|isLeft|isRight|match|fold|mapErr|mapLeft|orElse|unwrapOr|getOrElse)$/;

/**
 * Whether whoever waits for a call asks what it gives how it went, and so takes it for one that gives its errors instead of throwing
 * them: `const [error] = await to(...)`, `const { ok } = await attempt(...)`, `(await attempt(...)).error`.
 */
export function asksHowItWent(it: Interpreter, call: TSESTree.Node): boolean {
  let node: TSESTree.Node = call;
  while (node.parent?.type === T.AwaitExpression || node.parent?.type === T.TSAsExpression)
    node = node.parent;
  if (node === call) return false;
  const { parent } = node;
  if (parent?.type === T.MemberExpression) return parent.object === node && saysOutcome(parent);
  if (parent?.type !== T.VariableDeclarator) return false;
  const { id } = parent;
  if (id.type === T.ArrayPattern) return true;
  if (id.type === T.ObjectPattern)
    return id.properties.some(
      (p) => p.type === T.Property && OUTCOME.test(staticName(p.key, p.computed) ?? ''),
    );
  const variable = it.origins.bindings.variableOf(id);
  return (
    variable?.references.some(
      ({ identifier }) =>
        identifier.parent.type === T.MemberExpression &&
        identifier.parent.object === identifier &&
        saysOutcome(identifier.parent),
    ) === true
  );
}

const saysOutcome = (node: TSESTree.MemberExpression): boolean => OUTCOME.test(memberName(node) ?? '');
