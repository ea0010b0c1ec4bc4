import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { profileOf } from '../clients/index.js';
import { unwrapped } from '../model/syntax.js';
import type { Candidate, Situation } from './candidate.js';
import { inserted, replaced, type Piece } from './change.js';
import { isGlobalName } from './names.js';

type MessageIds = 'addOne';

/** Adds one to an offset, in the form in which the client has offsets: a number, or a string of digits. */
export function nextOffset(situation: Situation): Candidate<MessageIds>[] {
  const { node, client, detail } = situation.finding;
  if (node.type !== T.Property || node.kind !== 'init' || node.method) return [];
  const isNumber = profileOf(client).behaviour.offsets === 'number';
  if (isNumber ? !isNumeric(node.value) : !isGlobalName(situation.sourceCode, 'BigInt', node)) return [];
  const from = detail === 'appended' ? appendedTo(node.value) : node.value;
  if (!from) return [];
  const next = isNumber ? nextNumber(from) : nextDigits(from);
  const edit = node.shorthand ? inserted(node.range[1], ': ', ...next) : replaced(node.value.range, ...next);
  return [{ change: [edit], isSafe: isForThisCall(situation, node), messageId: 'addOne' }];
}

/** The offset in `offset + 1`, whatever makes a string of that. */
function appendedTo(node: TSESTree.Node): TSESTree.Node | undefined {
  const value = unwrapped(node);
  switch (value.type) {
    case T.BinaryExpression:
      return value.operator === '+' ? value.left : undefined;
    case T.TemplateLiteral:
      return value.expressions[0] && appendedTo(value.expressions[0]);
    case T.CallExpression: {
      const callee = unwrapped(value.callee);
      return callee.type === T.MemberExpression
        ? appendedTo(callee.object)
        : value.arguments[0] && appendedTo(value.arguments[0]);
    }
    default:
      return undefined;
  }
}

const nextNumber = (value: TSESTree.Node): readonly Piece[] =>
  isOperand(value) ? [value.range, ' + 1'] : ['(', value.range, ') + 1'];

function nextDigits(value: TSESTree.Node): readonly Piece[] {
  const call = unwrapped(value);
  const [argument] = call.type === T.CallExpression ? call.arguments : [];
  const isString =
    call.type === T.CallExpression &&
    call.callee.type === T.Identifier &&
    call.callee.name === 'String' &&
    call.arguments.length === 1;
  return isString && argument
    ? ['String(BigInt(', argument.range, ') + 1n)']
    : ['(BigInt(', value.range, ') + 1n).toString()'];
}

/** Whether an offset is written down for nothing but the call that sends it. */
function isForThisCall({ finding, analysis }: Situation, node: TSESTree.Node): boolean {
  const isInside = ({ range }: TSESTree.Node): boolean =>
    finding.call.range[0] <= range[0] && range[1] <= finding.call.range[1];
  if (isInside(node)) return true;
  let at: TSESTree.Node = node;
  while (at.type !== T.VariableDeclarator) {
    if (at.type !== T.Property && at.type !== T.ObjectExpression && at.type !== T.ArrayExpression)
      return false;
    at = at.parent;
  }
  const variable = analysis.origins.bindings.variableOf(at.id);
  return variable?.references.every(({ identifier, init }) => init === true || isInside(identifier)) ?? false;
}

/** What is a number where offsets are numbers: not what is made into a string first. */
function isNumeric(node: TSESTree.Node): boolean {
  const value = unwrapped(node);
  switch (value.type) {
    case T.Identifier:
    case T.MemberExpression:
      return true;
    case T.CallExpression: {
      const callee = unwrapped(value.callee);
      return (
        !(callee.type === T.Identifier && callee.name === 'String') &&
        !(
          callee.type === T.MemberExpression &&
          callee.property.type === T.Identifier &&
          callee.property.name === 'toString'
        )
      );
    }
    default:
      return false;
  }
}

/** Whether an expression may stand beside `+` as it is. */
const isOperand = (node: TSESTree.Node): boolean =>
  node.type === T.Identifier ||
  node.type === T.MemberExpression ||
  node.type === T.CallExpression ||
  node.type === T.TSNonNullExpression;
