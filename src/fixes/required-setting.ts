import { AST_NODE_TYPES as T } from '@typescript-eslint/utils';
import type { Candidate, Situation } from './candidate.js';
import { inserted, replaced } from './change.js';
import { indentAt, isFirstOnLine } from './layout.js';

type MessageIds = 'setRequired';

/** Gives a producer the value of a setting that the client requires for transactions. */
export function requiredSetting({ finding, sourceCode }: Situation): Candidate<MessageIds>[] {
  const { node, detail, quoted } = finding;
  const setting = quoted?.['setting'];
  const value = quoted?.['value'];
  if (detail !== 'setting' || setting === undefined || value === undefined) return [];
  const candidate = (change: Candidate<MessageIds>['change']): Candidate<MessageIds>[] => [
    { change, isSafe: false, messageId: 'setRequired', data: { setting, value } },
  ];
  if (node.type === T.Property && !node.shorthand) return candidate([replaced(node.value.range, value)]);
  // A setting at a path stands in an object of its own.
  if (node.type !== T.ObjectExpression || setting.includes('.')) return [];
  const last = node.properties.at(-1);
  if (!last) return candidate([replaced(node.range, `{ ${setting}: ${value} }`)]);
  const { newline } = { newline: sourceCode.text.includes('\r\n') ? '\r\n' : '\n' };
  const separator = isFirstOnLine(sourceCode, last.range[0])
    ? `,${newline}${indentAt(sourceCode, last.range[0])}`
    : ', ';
  return candidate([inserted(last.range[1], `${separator}${setting}: ${value}`)]);
}
