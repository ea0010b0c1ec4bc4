import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { enclosingFunction, isFunction, type FunctionNode } from '../model/syntax.js';
import { speaksOfKafka } from './errors.js';
import type { Interpreter, TestRecord } from './interpreter.js';

/**
 * Whether a test asks once more that a flag is not set which errors of the operation can have, and none of those that come here has:
 * `error.isRetriable && !error.isFatal`. What it guards runs.
 */
function isSpareGuard({ node, property, sources }: TestRecord): boolean {
  if (node.parent?.type !== T.UnaryExpression || node.parent.operator !== '!') return false;
  return [...sources].some(({ table }) =>
    table?.variants.some(({ layers }) => layers.some(({ fields }) => fields[property] === true)),
  );
}

/** Error tests that were never true for any error that reached them, nor can be for one that has come from elsewhere. */
export function deadTests(it: Interpreter): void {
  if (it.exhausted || it.leftOut) return;
  for (const test of it.tests.values()) {
    if (test.everTrue || it.askedOfHolders.has(test.node)) continue;
    const [source] = test.sources;
    if (!source?.table || isSpareGuard(test)) continue;
    // An error that is not Kafka's may have what it asks for.
    if (isAskedOfOthers(it, test) && !speaksOfKafka(test.property, test.spelling, test.isConstant)) continue;
    it.findings.add({
      kind: 'dead-test',
      node: test.node,
      client: source.table.client,
      operation: source.table.operation,
      call: source.node,
      rows: new Set(),
      detail: '',
      quoted: {
        property: test.property,
        spelling: test.spelling,
        ...(test.missing ? { missing: 'true' } : {}),
      },
      error: undefined,
      related: undefined,
      handler: undefined,
    });
  }
}

/** Whether the error of something else than the client can come to a test. */
function isAskedOfOthers({ askedOfUnseen, origins, entered }: Interpreter, { node }: TestRecord): boolean {
  if (askedOfUnseen.has(node)) return true;
  const fn = askedBy(node);
  if (!fn) return false;
  const calls = origins.callsOf(fn);
  if (!calls) return true;
  return calls.some((call) => {
    for (let at = enclosingFunction(call); at; at = enclosingFunction(at)) if (!entered.has(at)) return true;
    return false;
  });
}

/** The function of a name of its own that is given the error which a test asks: none where a handler asks what it has caught. */
function askedBy(node: TSESTree.Node): FunctionNode | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === T.CatchClause) return undefined;
    if (isFunction(at)) return at.parent.type === T.CallExpression ? undefined : at;
  }
  return undefined;
}
