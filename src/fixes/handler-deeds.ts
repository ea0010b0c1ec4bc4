import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { spelledPath } from '../flow/calls.js';
import {
  childrenOf,
  enclosingClass,
  isFunction,
  memberName,
  unwrapped,
  type FunctionNode,
} from '../model/syntax.js';
import { isRecorder } from '../model/sinks.js';
import type { Operation } from '../taxonomy/index.js';
import type { Situation } from './candidate.js';
import { isProcessExit } from './leaving.js';

/** The operations that a call does by itself, as far as the analysis has seen. */
export function operationsAt({ analysis }: Situation, call: TSESTree.Node): ReadonlySet<Operation> {
  const operations = new Set<Operation>();
  for (const source of analysis.interpreter.sources) {
    if (source.node === call && source.table) operations.add(source.table.operation);
  }
  return operations;
}

/** Calls that compute something and do nothing else. */
const PURE =
  /^(String|Number|Boolean|BigInt|Error|TypeError|RangeError|AggregateError|Date|toString|toISOString|toUTCString|stringify|parse|join|map|filter|slice|keys|values|entries|now|trim|concat|includes|has|get|at|isArray|padStart|padEnd|toFixed|startsWith|endsWith|toLowerCase|toUpperCase|some|every|find|findBy|Set|Map|format|inspect|assign|fromEntries|min|max|round|floor|ceil|isGenericError|isMultipleErrors|isError|uptime|hrtime)$/;

/** How deep calls of the file's own functions are followed. */
const DEEPEST = 3;

/**
 * Whether a piece of code does nothing but abort the transaction, write down, compute and throw: whatever its errors, nothing but
 * the transaction and a log knows that it ran. Functions that it calls are looked into; code that cannot be seen into does more.
 */
export function isQuiet(
  situation: Situation,
  node: TSESTree.Node,
  allowed: ReadonlySet<Operation> = ABORT,
  depth = DEEPEST,
): boolean {
  const { sourceCode } = situation;
  const quiet = (at: TSESTree.Node): boolean => isQuiet(situation, at, allowed, depth);
  const children = (): boolean => childrenOf(node, sourceCode.visitorKeys).every(quiet);
  switch (node.type) {
    case T.FunctionDeclaration:
    case T.ClassDeclaration:
    case T.ClassExpression:
    case T.YieldExpression:
    case T.ImportExpression:
    case T.TaggedTemplateExpression:
    case T.ForOfStatement:
    case T.ForInStatement:
    case T.ForStatement:
    case T.WhileStatement:
    case T.DoWhileStatement:
    case T.WithStatement:
      return false;
    case T.AssignmentExpression:
      return isOwnName(node.left, node) && quiet(node.right);
    case T.UpdateExpression:
      return isOwnName(node.argument, node);
    case T.UnaryExpression:
      return node.operator !== 'delete' && quiet(node.argument);
    case T.NewExpression:
      // An error that is made to be thrown.
      return (
        node.callee.type === T.Identifier &&
        /(Error|Exception|Failed|Failure|^Date|^Set|^Map)$/.test(node.callee.name) &&
        node.arguments.every(quiet)
      );
    case T.CallExpression:
      return isQuietCall(situation, node, allowed, depth);
    default:
      if (node.type.startsWith('TS') && node.type.endsWith('Type')) return true;
      return children();
  }
}

const ABORT: ReadonlySet<Operation> = new Set(['abort']);

function isQuietCall(
  situation: Situation,
  call: TSESTree.CallExpression,
  allowed: ReadonlySet<Operation>,
  depth: number,
): boolean {
  const quietArguments = (): boolean =>
    call.arguments.every((argument) =>
      isFunction(argument)
        ? isQuiet(situation, argument.body, allowed, depth)
        : isQuiet(situation, argument, allowed, depth),
    );
  const operations = operationsAt(situation, call);
  if (operations.size > 0)
    return [...operations].every((operation) => allowed.has(operation)) && quietArguments();
  if (isProcessExit(call)) return true;
  const path = spelledPath(call.callee);
  const name = path.at(-1) ?? '';
  const callee = unwrapped(call.callee);
  if (isRecorder(path, situation.analysis.origins.settings)) return quietArguments();
  if (PURE.test(name)) return isQuietCallee(situation, callee, allowed, depth) && quietArguments();
  if (callee.type === T.MemberExpression && /^(catch|then|finally)$/.test(memberName(callee) ?? ''))
    return isQuiet(situation, callee.object, allowed, depth) && quietArguments();
  const own = ownFunction(situation, callee);
  if (!own || depth === 0) return false;
  return isQuiet(situation, own.body, allowed, depth - 1) && quietArguments();
}

const isQuietCallee = (
  situation: Situation,
  callee: TSESTree.Node,
  allowed: ReadonlySet<Operation>,
  depth: number,
): boolean => callee.type !== T.MemberExpression || isQuiet(situation, callee.object, allowed, depth);

/** The function of the file that a callee stands for. */
export function ownFunction({ analysis }: Situation, callee: TSESTree.Node): FunctionNode | undefined {
  const { origins } = analysis;
  const value = origins.valueOf(callee);
  if (value.kind === 'function') return value.node;
  if (callee.type !== T.MemberExpression || callee.object.type !== T.ThisExpression) return undefined;
  const name = memberName(callee);
  const owner = enclosingClass(callee);
  return owner && name !== undefined ? origins.methodOf(owner, name)?.node : undefined;
}

/** A name that is declared where it is assigned to: in the same block or one around it, up to the handler. */
function isOwnName(target: TSESTree.Node, at: TSESTree.Node): boolean {
  if (target.type !== T.Identifier) return false;
  for (let node: TSESTree.Node | undefined = at.parent; node; node = node.parent) {
    if (node.type === T.BlockStatement) {
      const declares = node.body.some(
        (statement) =>
          statement.type === T.VariableDeclaration &&
          statement.declarations.some(({ id }) => id.type === T.Identifier && id.name === target.name),
      );
      if (declares) return true;
    }
    if (node.type === T.CatchClause || isFunction(node)) return false;
  }
  return false;
}
