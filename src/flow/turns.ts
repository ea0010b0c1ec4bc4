import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { profileOf } from '../clients/index.js';
import { memberName } from '../model/syntax.js';
import { fixedSince, holdsOf } from '../model/value.js';
import { hashOf } from '../model/hash.js';
import type { Interpreter } from './interpreter.js';
import { isHeard } from './leaving.js';
import { another, over } from './producers.js';
import { isAboutItems } from './item-loops.js';
import { contains } from './sites.js';
import type { State, TransactionFact } from './state.js';

/** Whether each turn of a loop is about another item. */
const goesThroughItems = (it: Interpreter, node: TSESTree.Node): boolean =>
  node.type === T.ForOfStatement || node.type === T.ForInStatement
    ? isAboutItems(it, node)
    : node.type === T.CallExpression &&
      node.callee.type === T.MemberExpression &&
      memberName(node.callee) === 'reduce';

/** Whether a loop's next turn is about other work than that which failed. An attempt that is repeated is not lost: the next one decides. */
const isDone = (it: Interpreter, error: string, loop: string, node: TSESTree.Node): boolean =>
  it.workOf(error).includes(loop) || goesThroughItems(it, node);

/** The state in which a loop, recursion or helper comes round again; `works` says whether a client's methods were called in it. */
export function advanced(
  it: Interpreter,
  before: State,
  loop: string,
  node: TSESTree.Node,
  works = true,
): State {
  if (!works) return pruned(it, before, node);
  const state = pruned(it, doubtsAfter(before, loop, node), node);
  let next = state;
  for (const [id, fact] of state.factsOf('transaction')) {
    if (fact.failed.length === 0 && (fact.abortError === undefined || fact.abortVia)) continue;
    next = next.withFact(id, {
      ...fact,
      failed: fact.failed.map((f) =>
        f.past
          ? f
          : f.varies.includes(loop) && !f.requeued
            ? { ...f, text: '', hash: hashOf(''), past: true }
            : f.via
              ? f
              : { ...f, via: node },
      ),
      abortVia: fact.abortError === undefined ? undefined : (fact.abortVia ?? node),
    });
  }
  for (const [id, fact] of state.factsOf('producer')) {
    if (it.changing.get(id)?.includes(loop) === true) {
      next = another(next, id);
      continue;
    }
    if (fact.error === undefined || fact.past) continue;
    const past = fact.varies.includes(loop) || (fact.varies.length === 0 && goesThroughItems(it, node));
    if (past) next = next.withFact(id, { ...fact, past: true });
    else if (!fact.via) next = next.withFact(id, { ...fact, via: node });
  }
  return it.courses?.turned(it, before, next, node, (error) => isDone(it, error, loop, node)) ?? next;
}

/** The state in which a loop or recursion begins: what an earlier run of it has left is what it is. */
export function beginning(it: Interpreter, state: State, loop: string): State {
  if (it.turns.includes(loop)) return state;
  let next = state;
  for (const { variable, value } of state.variables) next = next.set(variable, fixedSince(value, loop));
  for (const [id, fact] of state.factsOf('cell')) {
    const value = fixedSince(fact.value, loop);
    if (value !== fact.value) next = next.withFact(id, { is: 'cell', value });
  }
  return next;
}

/** Of the records whose commit is in doubt, those count on that the next turn could send again. */
function doubtsAfter(state: State, loop: string, node: TSESTree.Node): State {
  let next = state;
  for (const [id, fact] of state.factsOf('doubt')) {
    const sent = fact.sent.filter((s) => !s.varies.includes(loop));
    if (sent.length === 0) next = next.withoutFact('doubt', id);
    else if (sent.length < fact.sent.length || !fact.via)
      next = next.withFact(id, { ...fact, sent, via: fact.via ?? node });
  }
  return next;
}

/** Whether a transaction was begun before a loop of the function being executed, so that all of its turns are about the same one. */
function isBegunBefore(
  it: Interpreter,
  id: string,
  { begun }: TransactionFact,
  loop: TSESTree.Node,
): boolean {
  const start = begun && it.begun.findLast((b) => b.transaction === id && b.node === begun);
  if (!start) return false;
  const at = start.frames.indexOf(it.frame);
  return at < 0 || !contains(loop, start.frames[at + 1]?.call ?? start.node);
}

/** Forgets errors that can make no difference any more: those that nobody has, and that no producer or transaction is the worse for. */
function pruned(it: Interpreter, state: State, node: TSESTree.Node): State {
  const referred = new Set<string>();
  const held = new Set<string>();
  const things = new Set<string>();
  const refer = (holds: readonly string[]): void => {
    for (const hold of holds) (hold.startsWith('e:') ? held : things).add(hold.slice(2));
  };
  for (const { value } of state.variables) refer(holdsOf(value));
  for (const { fact } of state.facts) if (fact.is === 'cell') refer(holdsOf(fact.value));
  let next = state;
  // A handle that nobody has any more, and whose transaction is not open, is done with.
  for (const [id, fact] of state.factsOf('transaction')) {
    if (things.has(id) || fact.state === 'open' || fact.state === 'must-abort') continue;
    if (profileOf(fact.client).behaviour.operationsOn === 'handle')
      next = next.withoutFact('transaction', id);
    else if (fact.state === 'ended' || (goesThroughItems(it, node) && !isBegunBefore(it, id, fact, node)))
      next = next.withFact(id, over(fact));
  }
  for (const { fact } of next.facts) {
    switch (fact.is) {
      case 'transaction':
        for (const failed of fact.failed) referred.add(failed.error);
        if (fact.commitError !== undefined) referred.add(fact.commitError);
        if (fact.abortError !== undefined) referred.add(fact.abortError);
        break;
      case 'producer':
      case 'doubt':
        if (fact.error !== undefined) referred.add(fact.error);
        break;
      default:
    }
  }
  for (const [id, fact] of state.factsOf('error')) {
    if (isHeard(fact) && fact.cleanedBy !== undefined) it.toldAfter.add(`${fact.cleanedBy} ${id}`);
    if (held.has(id) || it.handling.some((h) => h.errors.includes(id))) continue;
    // Nobody has the error any more: nobody can tell of it, nor of what happened while it was handled.
    if (referred.has(id)) {
      const during = fact.during.length > 0 ? ['*'] : fact.during;
      if (fact.cleanedBy !== undefined || during !== fact.during)
        next = next.withFact(id, { ...fact, during, cleanedBy: undefined });
      continue;
    }
    next = next.withoutFact('error', id);
  }
  return next;
}
