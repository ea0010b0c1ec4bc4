import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { methodsOf } from '../clients/index.js';
import { memberName, unwrapped } from '../model/syntax.js';
import type { Candidate, Situation } from './candidate.js';
import { replaced } from './change.js';

type MessageIds = 'sendInside';

/** Sends through the transaction that is open instead of past it. */
export function insideTransaction({ finding, sourceCode }: Situation): Candidate<MessageIds>[] {
  const { node, related, detail, client } = finding;
  if (detail === 'consumer' || node.type !== T.CallExpression) return [];
  const callee = unwrapped(node.callee);
  const handle = handleOf(related);
  if (callee.type !== T.MemberExpression || !handle) return [];
  const name = memberName(callee);
  const isMethod = methodsOf(client, 'send').some((own) => own.on === 'transaction' && own.name === name);
  if (!isMethod || !isInScope(sourceCode, handle, node)) return [];
  return [
    {
      change: [replaced(callee.object.range, handle.name)],
      isSafe: false,
      messageId: 'sendInside',
      data: { name: handle.name },
    },
  ];
}

/** The variable that takes what a begin gives. */
function handleOf(begin: TSESTree.Node | undefined): TSESTree.Identifier | undefined {
  const waited = begin?.parent?.type === T.AwaitExpression ? begin.parent : begin;
  const { parent } = waited ?? {};
  if (parent?.type === T.VariableDeclarator) return parent.id.type === T.Identifier ? parent.id : undefined;
  return parent?.type === T.AssignmentExpression && parent.left.type === T.Identifier
    ? parent.left
    : undefined;
}

/** Whether a name stands for the same variable at both places. */
function isInScope(
  source: Readonly<TSESLint.SourceCode>,
  name: TSESTree.Identifier,
  at: TSESTree.Node,
): boolean {
  const variableAt = (node: TSESTree.Node): TSESLint.Scope.Variable | undefined => {
    for (let scope: TSESLint.Scope.Scope | null = source.getScope(node); scope; scope = scope.upper) {
      const found = scope.set.get(name.name);
      if (found) return found;
    }
    return undefined;
  };
  const variable = variableAt(name);
  return variable !== undefined && variable === variableAt(at);
}
