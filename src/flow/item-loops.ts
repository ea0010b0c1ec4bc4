import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { isRecorder } from '../model/sinks.js';
import { spelledPath } from './calls.js';
import type { Interpreter, Variable } from './interpreter.js';

type ItemLoop = TSESTree.ForOfStatement | TSESTree.ForInStatement;

/** Calls that wait, by their names. */
const WAITING = /sleep|delay|wait|pause|timeout|backoff|settimeout/i;

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

/** Whether something that is read in a loop goes into what is done in it. */
function isWork(it: Interpreter, read: TSESTree.Node, loop: ItemLoop, depth: number): boolean {
  let at = read;
  for (let { parent } = read; parent && parent !== loop; { parent } = at) {
    switch (parent.type) {
      case T.CatchClause:
        return false;
      case T.CallExpression: {
        const path = spelledPath(parent.callee);
        if (parent.callee !== at && (isRecorder(path, it.settings) || WAITING.test(path.at(-1) ?? '')))
          return false;
        break;
      }
      case T.BinaryExpression:
        if (COMPARING.has(parent.operator)) return false;
        break;
      case T.VariableDeclarator: {
        const variable =
          parent.id.type === T.Identifier ? it.origins.bindings.variableOf(parent.id) : undefined;
        if (variable && depth > 0) return isWorkedOn(it, variable, loop, depth - 1);
        break;
      }
      default:
    }
    at = parent;
  }
  return true;
}
