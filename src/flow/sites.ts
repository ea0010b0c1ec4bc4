import type { TSESTree } from '@typescript-eslint/utils';
import { enclosingFunction } from '../model/syntax.js';
import type { Frame, Interpreter } from './interpreter.js';

/**
 * Where to point for something done at a node because of what a handler decided: the node itself, or, where that is deeper in
 * functions that the handler's one calls, the call in the handler's function that leads there.
 */
export function siteFrom(
  it: Interpreter,
  handler: TSESTree.Node | undefined,
  node: TSESTree.Node,
): TSESTree.Node {
  if (!handler) return node;
  for (let i = it.frames.length - 1; i >= 0; i--) {
    const { fn } = it.frames[i] as Frame;
    // The outermost one is the file's own code, as is a handler that stands in no function.
    if (i === 0 ? (it.entry ?? enclosingFunction(handler)) : !fn || !contains(fn, handler)) continue;
    // A function given to the handler's one by its caller is not deeper in, but beside it.
    if (
      it.frames
        .slice(i + 1)
        .some((f) => f.fn && it.frames.slice(1, i).some((g) => g.fn && f.fn && contains(g.fn, f.fn)))
    )
      return node;
    const isHere = i === it.frames.length - 1 && (!fn || contains(fn, node));
    return isHere ? node : (it.frames[i + 1]?.call ?? node);
  }
  return node;
}

/**
 * Where to point for something that is repeated: the loop, or, where the loop stands in a helper that only calls what it is
 * given, the call of the helper in the function that the operation stands in.
 */
export function siteOfRepeat(it: Interpreter, loop: TSESTree.Node, operation: TSESTree.Node): TSESTree.Node {
  const at = it.frames.findIndex(
    (f) => f.fn !== undefined && contains(f.fn, loop) && !contains(f.fn, operation),
  );
  if (at < 0) return loop;
  for (let i = at - 1; i > 0; i--) {
    const { fn } = it.frames[i] as Frame;
    if (fn && contains(fn, operation)) return it.frames[i + 1]?.call ?? loop;
  }
  return loop;
}

/**
 * Where to point for a call that concerns a transaction: the call in the innermost function of those being executed that works on
 * the transaction itself, or the call itself where there is none.
 */
export function siteAmong(
  it: Interpreter,
  transaction: string,
  node: TSESTree.Node,
  frames: readonly Frame[] = it.frames,
): TSESTree.Node {
  const works = [...(it.works.get(transaction) ?? [])].filter((w) => w !== node);
  for (let i = frames.length - 1; i > 0; i--) {
    const { fn } = frames[i] as Frame;
    if (!fn || !works.some((w) => contains(fn, w))) continue;
    return contains(fn, node) ? node : (frames[i + 1]?.call ?? node);
  }
  return node;
}

export const contains = (outer: TSESTree.Node, inner: TSESTree.Node): boolean =>
  inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1];
