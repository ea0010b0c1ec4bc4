import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { profiles } from '../clients/index.js';
import { childrenOf, isFunction, memberName, unwrapped } from './syntax.js';

/** Hooks by which the test runners (node:test, Mocha, Jest, Vitest, tap) run something when a test has ended, however it did. */
const HOOKS: ReadonlySet<string> = new Set([
  'after',
  'afterEach',
  'afterAll',
  'onTestFinished',
  'suiteTeardown',
  'teardown',
]);

const known = new WeakMap<TSESLint.SourceCode, boolean>();

/** Whether the file has a test hook that closes something by a name that a client has for closing a producer. */
export function closesInTestHook(sourceCode: TSESLint.SourceCode): boolean {
  const before = known.get(sourceCode);
  if (before !== undefined) return before;
  const keys = sourceCode.visitorKeys;
  const closes = (node: TSESTree.Node): boolean =>
    (node.type === T.MemberExpression && closing().has(memberName(node) ?? '')) ||
    childrenOf(node, keys).some(closes);
  const stack: TSESTree.Node[] = [sourceCode.ast];
  let found = false;
  for (let node = stack.pop(); node && !found; node = stack.pop()) {
    if (node.type === T.CallExpression && HOOKS.has(calledName(node.callee) ?? ''))
      found = node.arguments.some((argument) => isFunction(argument) && closes(argument));
    stack.push(...childrenOf(node, keys));
  }
  known.set(sourceCode, found);
  return found;
}

function calledName(node: TSESTree.Node): string | undefined {
  const callee = unwrapped(node);
  if (callee.type === T.Identifier) return callee.name;
  return callee.type === T.MemberExpression ? memberName(callee) : undefined;
}

let names: ReadonlySet<string> | undefined;

const closing = (): ReadonlySet<string> =>
  (names ??= new Set(
    profiles.flatMap(({ types }) =>
      Object.values(types).flatMap(({ members }) =>
        Object.entries(members).flatMap(([name, member]) =>
          member.is === 'method' && member.operation === 'close' ? [name] : [],
        ),
      ),
    ),
  ));
