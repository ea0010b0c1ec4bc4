import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import {
  methodsOf,
  profileOf,
  typeOf,
  type ArgumentShape,
  type ClientId,
  type MethodMember,
} from '../clients/index.js';
import type { Operation } from '../taxonomy/index.js';
import { kindOf } from '../model/api.js';
import { isFunction, memberName, unwrapped } from '../model/syntax.js';
import type { MemberValue, Value } from '../model/value.js';
import { isMismatch, missingIn, spelledShape } from './argument-mismatch.js';
import { isDiscarded } from './discarded.js';
import type { Interpreter } from './interpreter.js';
import type { CallSighting, StrayCall } from './sightings.js';

/** Finds calls that a client does not have, or understands otherwise than they are meant. */
export function callForms(it: Interpreter): void {
  for (const sighting of it.seen.calls) {
    const fault = faultOf(it, sighting);
    if (fault) add(it, sighting.node, sighting.callee.client, fault);
  }
  for (const stray of it.seen.strays.values()) {
    if (!isGuarded(it, stray)) add(it, stray.node, stray.owner.client, foreignMethod(stray));
  }
}

interface Fault {
  readonly detail:
    | 'discarded-handle'
    | 'useless-callback'
    | 'ignored-callback'
    | 'no-promise'
    | 'foreign-method'
    | 'arguments';
  readonly operation: Operation;
  /** The argument that is wrong, where it is one. */
  readonly at?: TSESTree.Node | undefined;
  readonly quoted?: Readonly<Record<string, string>>;
}

function add(
  it: Interpreter,
  call: TSESTree.Node,
  client: ClientId,
  { detail, operation, at, quoted = {} }: Fault,
): void {
  it.findings.add({
    kind: 'invalid-call',
    node: at ?? call,
    client,
    operation,
    call,
    rows: new Set(),
    detail,
    quoted,
    error: undefined,
    related: undefined,
    handler: undefined,
  });
}

type MethodWithOperation = MethodMember & { readonly operation: Operation };

const isOperation = (method: MemberValue['member']): method is MethodWithOperation =>
  method.is === 'method' && method.operation !== undefined;

function faultOf(it: Interpreter, { node, callee, args }: CallSighting): Fault | undefined {
  const { member } = callee;
  if (!isOperation(member) || member.operation === 'create' || !isWrittenCall(node, callee)) return undefined;
  const { operation } = member;
  if (takesUselessCallback(member, args))
    return { detail: operation === 'begin' ? 'useless-callback' : 'ignored-callback', operation };
  if (lacksCallback(callee, member, node, args)) return { detail: 'no-promise', operation };
  if (discardsHandle(it, callee, member, node, args)) return { detail: 'discarded-handle', operation };
  return wrongArgument(member, node, args);
}

/** The method is called here by its name, not handed to something that calls it. */
function isWrittenCall(node: CallSighting['node'], { name }: MemberValue): boolean {
  const callee = unwrapped(node.callee);
  return callee.type === T.Identifier || (callee.type === T.MemberExpression && memberName(callee) === name);
}

/** A function given to a method that only returns a promise: nobody calls it. */
const takesUselessCallback = ({ style }: MethodMember, args: readonly Value[]): boolean =>
  style === 'promise' && args.some((arg) => arg.kind === 'function');

const NEED_CALLBACK: ReadonlySet<Operation> = new Set(['init', 'begin', 'sendOffsets', 'commit', 'abort']);

/** A method that only calls back, called without a function and not promisified. */
function lacksCallback(
  { promisified }: MemberValue,
  { style, operation }: MethodWithOperation,
  { arguments: written }: CallSighting['node'],
  args: readonly Value[],
): boolean {
  if (style !== 'callback' || promisified || !NEED_CALLBACK.has(operation)) return false;
  if (written.some((argument) => argument.type === T.SpreadElement)) return false;
  const last = args.at(-1);
  switch (last?.kind) {
    case undefined:
    case 'literal':
    case 'object':
    case 'list':
    case 'api':
      return written.length === args.length;
    default:
      return false;
  }
}

/** The transaction that a call gives is thrown away, and there is no other way to it. */
function discardsHandle(
  it: Interpreter,
  { client, owner }: MemberValue,
  { operation, returns, style }: MethodWithOperation,
  node: TSESTree.Node,
  args: readonly Value[],
): boolean {
  if (operation !== 'begin' || returns === undefined || !owner) return false;
  if (profileOf(client).behaviour.operationsOn !== 'handle' || kindOf(client, returns) !== 'transaction')
    return false;
  // It goes to the callback.
  if (style === 'either' && args.length > 0) return false;
  const getters = Object.entries(typeOf(client, owner.type).members).flatMap(([name, found]) =>
    found.is === 'value' && kindOf(client, found.type) === 'transaction' ? [name] : [],
  );
  return isDiscarded(node) && !getters.some((name) => mentions(it, name));
}

const mentions = (it: Interpreter, name: string): boolean =>
  it.sourceCode.ast.tokens.some((token) => token.value === name);

function wrongArgument(
  { takes, operation, record }: MethodWithOperation,
  { arguments: written }: CallSighting['node'],
  args: readonly Value[],
): Fault | undefined {
  if (!takes || written.some((argument) => argument.type === T.SpreadElement)) return undefined;
  const wrong = takes.findIndex((shape, index) => {
    const arg = args[index];
    return arg === undefined ? written.length === 0 && shape.is !== 'options' : isMismatch(arg, shape);
  });
  if (wrong < 0) return undefined;
  const missing = missingIn(args[wrong]);
  const cause =
    missing === undefined ? '' : `The client has no \`${missing}\` there, so that it gets undefined. `;
  const advice =
    record === 'taken'
      ? 'It takes the consumed record as it is, and adds one to the offset itself.'
      : `${cause}It takes ${takes.map(wordsFor).join(', then ')}.`;
  const at = written.length === args.length ? written[wrong] : undefined;
  return { detail: 'arguments', operation, at, quoted: { advice } };
}

const wordsFor = (shape: ArgumentShape): string =>
  shape.is === 'consumer' || shape.is === 'options' ? spelledShape(shape) : `\`${spelledShape(shape)}\``;

function foreignMethod({ owner, name, operation }: StrayCall): Fault {
  return {
    detail: 'foreign-method',
    operation,
    quoted: { method: name, advice: adviceFor(owner.client, owner.type, operation) },
  };
}

/** What this client has instead of another client's method. */
function adviceFor(client: ClientId, type: string, operation: Operation): string {
  const all = methodsOf(client, operation);
  const here = typeOf(client, type).kind;
  const own = all.filter(({ on }) => on === here);
  const [first] = own.length > 0 ? own : all;
  if (!first) return operation === 'init' ? 'It initialises the producer by itself.' : '';
  const names = [...new Set((own.length > 0 ? own : all).map(({ name }) => name))];
  const spelled = (operation === 'sendOffsets' ? names : names.slice(0, 1))
    .map((name) => `\`${name}()\``)
    .join(' and ');
  if (own.length > 0) return `Use ${spelled}.`;
  return first.on === 'transaction'
    ? `Use ${spelled} of the transaction.`
    : `Use ${spelled} of the producer.`;
}

/** Whether the program asks first if the method is there, or puts it there. */
function isGuarded(it: Interpreter, { node, name }: StrayCall): boolean {
  const callee = unwrapped(node.callee);
  if ((node.type === T.CallExpression && node.optional) || callee.type !== T.MemberExpression) return true;
  for (let at: TSESTree.Node = node; at.parent && !isFunction(at); at = at.parent) {
    const parent: TSESTree.Node = at.parent;
    const test: TSESTree.Node | undefined =
      parent.type === T.IfStatement || parent.type === T.ConditionalExpression
        ? parent.test
        : parent.type === T.LogicalExpression
          ? parent.left
          : undefined;
    if (test && test !== at && it.sourceCode.getText(test).includes(name)) return true;
  }
  const receiver = it.sourceCode.getText(callee.object);
  return isAssigned(it, name) || it.sourceCode.text.includes(`Object.assign(${receiver}`);
}

/** Whether the program sets a member of that name somewhere. */
const isAssigned = (it: Interpreter, name: string): boolean =>
  it.sourceCode.ast.tokens.some(
    (token, index, tokens) =>
      token.value === name && tokens[index - 1]?.value === '.' && tokens[index + 1]?.value === '=',
  );
