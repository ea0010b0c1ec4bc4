import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { someNode } from '../model/bindings.js';
import { isPause, isRecorder } from '../model/sinks.js';
import { isFunction } from '../model/syntax.js';
import { spelledPath } from './calls.js';
import type { Interpreter, Variable } from './interpreter.js';

type ItemLoop = TSESTree.ForOfStatement | TSESTree.ForInStatement;

const COMPARING: ReadonlySet<string> = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=']);

/**
 * Whether the turns of a loop are about what it goes through. Those of one that goes through pauses or numbers of attempts, to wait for
 * them, to write them down or to compare them, do the same again: it repeats.
 */
export function isAboutItems(it: Interpreter, loop: ItemLoop): boolean {
  let known = it.aboutItems.get(loop);
  if (known === undefined) {
    // What arrives one after the other is other work each time, whoever looks at it.
    const arrives = loop.type === T.ForOfStatement && loop.await;
    const items = it.sourceCode.scopeManager?.getDeclaredVariables(loop.left) ?? [];
    known = arrives || items.length === 0 || items.some((item) => isWorkedOn(it, item, loop));
    it.aboutItems.set(loop, known);
  }
  return known;
}

const isWorkedOn = (it: Interpreter, { references }: Variable, loop: ItemLoop, depth = 3): boolean =>
  references.some((reference) => reference.isRead() && isWork(it, reference.identifier, loop, depth));

/** Whether something that is read in a loop goes into what is done in it, or decides on it. */
function isWork(it: Interpreter, read: TSESTree.Node, loop: ItemLoop, depth: number): boolean {
  let at = read;
  // What is given to a call that waits for something, `wait(send(item))`, is more than a time.
  let isGiven = false;
  for (let { parent } = read; parent && parent !== loop; { parent } = at) {
    switch (parent.type) {
      case T.CatchClause:
        return false;
      case T.CallExpression: {
        if (parent.callee === at) break;
        const path = spelledPath(parent.callee);
        if (isRecorder(path, it.settings) || (!isGiven && isPause(path.at(-1) ?? ''))) return false;
        isGiven = true;
        break;
      }
      case T.BinaryExpression:
        if (COMPARING.has(parent.operator)) return decides(it, parent);
        break;
      case T.VariableDeclarator: {
        const variable =
          parent.id.type === T.Identifier ? it.origins.bindings.variableOf(parent.id) : undefined;
        if (variable && depth > 0) return isWorkedOn(it, variable, loop, depth - 1);
        break;
      }
      default:
        isGiven ||= isFunction(parent);
    }
    at = parent;
  }
  return true;
}

/** Whether a comparison decides on more than whether to wait, to write down or to leave. */
function decides(it: Interpreter, comparison: TSESTree.Node): boolean {
  let at = comparison;
  for (let { parent } = comparison; parent; { parent } = at) {
    if (parent.type === T.IfStatement && parent.test === at) {
      const branches = [parent.consequent, ...(parent.alternate ? [parent.alternate] : [])];
      return branches.some((branch) =>
        someNode(branch, it.sourceCode.visitorKeys, (node) => isDoing(it, node)),
      );
    }
    if (parent.type !== T.LogicalExpression && parent.type !== T.UnaryExpression) return true;
    at = parent;
  }
  return true;
}

/** Whether a node is a call that does something. */
const isDoing = (it: Interpreter, node: TSESTree.Node): boolean => {
  if (node.type !== T.CallExpression) return false;
  const path = spelledPath(node.callee);
  return !isRecorder(path, it.settings) && !isPause(path.at(-1) ?? '');
};
