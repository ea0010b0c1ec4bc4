import { AST_NODE_TYPES as T, type TSESLint } from '@typescript-eslint/utils';
import { profiles } from '../clients/index.js';
import { someNode } from './bindings.js';
import type { Settings } from './settings.js';
import { memberName } from './syntax.js';
import type { CheckedTypes } from './type-checker.js';
import { mentionsWrapper } from './wrapper-modules.js';

const modules = [...new Set(profiles.flatMap((profile) => Object.keys(profile.modules)))];

/** The names of methods that are operations with some client. */
const operationNames: ReadonlySet<string> = new Set(
  profiles.flatMap((profile) =>
    Object.values(profile.types).flatMap(({ members }) =>
      Object.entries(members).flatMap(([name, member]) =>
        member.is === 'method' && member.operation !== undefined ? [name] : [],
      ),
    ),
  ),
);
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
  if (modules.some((module) => text.includes(module)) || mentionsWrapper(text, settings)) return true;
  if (!types || !transactional.test(text) || !types.hasClient()) return false;
  return someNode(sourceCode.ast, sourceCode.visitorKeys, (node) => {
    if (node.type !== T.MemberExpression) return false;
    const name = memberName(node);
    return name !== undefined && operationNames.has(name) && types.isOfClient(node.object);
  });
}
