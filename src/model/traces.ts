import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { profiles } from '../clients/index.js';
import { someNode } from './bindings.js';
import type { Settings } from './settings.js';
import type { CheckedTypes } from './type-checker.js';
import { isOperationName } from './use.js';
import { mentionsWrapper } from './wrapper-modules.js';

const modules = [...new Set(profiles.flatMap((profile) => Object.keys(profile.modules)))];

/** Words of which a file that works on a transaction has at least one. */
const transactional = /transaction|sendoffsets|\bcommit\b|\babort\b/i;

/**
 * Whether a file may use a client: it mentions a module of one, or of the settings, or, with types, calls what may be an
 * operation on what the type checker knows to be a client's.
 */
export function hasTraceOfClient(
  sourceCode: Readonly<TSESLint.SourceCode>,
  settings: Settings,
  types: CheckedTypes | undefined,
): boolean {
  const { text } = sourceCode;
  if (modules.some((module) => text.includes(module)) && transactional.test(text)) return true;
  if (mentionsWrapper(text, settings)) return true;
  if (!types || !transactional.test(text) || !types.hasClient()) return false;
  return someNode(
    sourceCode.ast,
    sourceCode.visitorKeys,
    (node) =>
      isOperationName(node) &&
      types.isOfClient(
        node.type === T.MemberExpression ? node.object : (node.parent as TSESTree.ObjectPattern),
      ),
  );
}
