import { AST_NODE_TYPES as T } from '@typescript-eslint/utils';
import { methodsOf, typeOf } from '../clients/index.js';
import { unwrapped } from '../model/syntax.js';
import type { Candidate, Situation } from './candidate.js';
import { replaced } from './change.js';

type MessageIds = 'rename' | 'renameThenRest';

/** Calls the client's own method, where there is one that does what another client's method does. */
export function ownMethod({ finding, analysis }: Situation): Candidate<MessageIds>[] {
  const { node, detail, client, operation } = finding;
  if (detail !== 'foreign-method' || node.type !== T.CallExpression) return [];
  const callee = unwrapped(node.callee);
  const stray = analysis.interpreter.seen.strays.get(node);
  if (callee.type !== T.MemberExpression || callee.computed || !stray) return [];
  const { kind } = typeOf(stray.owner.client, stray.owner.type);
  const names = new Set(
    methodsOf(client, operation)
      .filter(({ on }) => on === kind)
      .map(({ name }) => name),
  );
  const [name] = names;
  if (names.size !== 1 || name === undefined) return [];
  return [
    {
      change: [replaced(callee.property.range, name)],
      isSafe: false,
      messageId: 'rename',
      data: { name },
      // A call that the client did not have hid what else is wrong with it.
      leaves: { any: 'renameThenRest' },
    },
  ];
}
