import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { foreignOperationOf, type MethodMember } from '../clients/index.js';
import { apiOf, resultOf, shapeOf } from '../model/api.js';
import { isPure, isRandom, keepsArguments, policyOf } from '../model/natives.js';
import { promisified, walkOwn } from '../model/origins.js';
import { isNamed } from '../model/settings.js';
import { isRecorder, isRescue } from '../model/sinks.js';
import { WRAPPER_CLASS } from '../model/wrapper-modules.js';
import { isAddedTo, isWritten } from '../model/bindings.js';
import { constructorOf, enclosingClass, memberName, unwrapped } from '../model/syntax.js';
import {
  changingWith,
  continued,
  debtOf,
  func,
  errorsIn,
  rejectionsIn,
  holdsOf,
  instance,
  iteratedOf,
  list,
  literal,
  mapOf,
  native,
  nil,
  object,
  pairsOf,
  promise,
  textOf,
  undefinedValue,
  union,
  unknown,
  variesOf,
  type FunctionValue,
  type ListValue,
  type Literal,
  type MemberValue,
  type NativeValue,
  type PromiseValue,
  type Value,
} from '../model/value.js';
import { fieldIs, findsBy, isInstance, splitBy, testOf } from './errors.js';
import { lostRejection } from './leaving.js';
import { heldOpen, settled, surfaced, type Interpreter } from './interpreter.js';
import {
  advanced,
  another,
  consumerCommits,
  endedLocally,
  errorIdOf,
  givenBack,
  isActive,
  isTransactional,
  operate,
  sendsBeside,
} from './operations.js';
import { chain, merged, thrown, valued, type Outcome } from './outcome.js';
import { isRetryHelper, observe, retryHelper, runPolicy } from './retries.js';
import type { State } from './state.js';

/** The names a callee is spelled with: `this.logger.error` is `['this', 'logger', 'error']`. */
export function spelledPath(node: TSESTree.Node): string[] {
  const at = unwrapped(node);
  switch (at.type) {
    case T.Identifier:
      return [at.name];
    case T.ThisExpression:
      return ['this'];
    case T.MemberExpression:
      return [...spelledPath(at.object), memberName(at) ?? '?'];
    case T.CallExpression:
      return [...spelledPath(at.callee)];
    default:
      return ['?'];
  }
}

/** Takes a value out of view: whoever has it can tell of an error, end a transaction, wait for a promise. */
export function escape(it: Interpreter, state: State, value: Value, how: 'given' | 'field' = 'given'): State {
  const holds = holdsOf(value);
  if (holds.length === 0) return state;
  // Whoever gets a promise hears of its rejection.
  let next = judgedBy(settled(state, holds), value);
  for (const hold of holds) {
    const id = hold.slice(2);
    if (hold.startsWith('e:')) next = it.tell(next, [id], how === 'field' ? 'stores' : 'hands-on', it.place);
    else if (hold.startsWith('a:')) {
      const transaction = next.fact('transaction', id);
      if (transaction && !transaction.held) next = next.withFact(id, { ...transaction, held: true });
      if (how === 'field') continue;
      const own = next.fact('transaction', `tx:${id}`);
      if (own && !own.held) next = next.withFact(`tx:${id}`, { ...own, held: true });
      const producer = next.fact('producer', id);
      if (producer) {
        if (!producer.held) next = next.withFact(id, { ...producer, held: true });
        // Whoever gets the producer may close or replace it: its errors are theirs.
        const errors = [...next.factsOf('error')]
          .map(([e]) => e)
          .filter((e) => it.sourceOf(e)?.producer === id);
        if (it.handling.length > 0) next = it.tell(next, errors, 'hands-on', it.place);
      }
    }
  }
  return next;
}

/** The method of a base class in the file that `super.name` is. */
function inheritedMethod(it: Interpreter, callee: TSESTree.MemberExpression): FunctionValue | undefined {
  const cls = enclosingClass(callee);
  const base = cls && it.origins.baseOf(cls);
  const name = memberName(callee);
  if (base?.kind !== 'class' || base.node === cls || name === undefined) return undefined;
  const method = it.origins.methodOf(base.node, name);
  const { self } = it.frame;
  return method && !method.getter && self ? func(method.node, it.idOf(method.node), { self }) : undefined;
}

/** Evaluates a call. */
export function call(it: Interpreter, node: TSESTree.CallExpression, state: State): readonly Outcome[] {
  const callee = unwrapped(node.callee);
  if (callee.type === T.Super) {
    return it.evaluateAll(node.arguments, state, (s, args) => [
      valued(
        args.reduce<State>((at, a) => escape(it, at, a), s),
        undefinedValue,
      ),
    ]);
  }
  if (callee.type === T.MemberExpression && callee.object.type === T.Super) {
    const method = inheritedMethod(it, callee);
    if (method)
      return it.evaluateAll(node.arguments, state, (s, args) =>
        dispatch(it, s, method, args, node, undefined),
      );
  }
  if (callee.type === T.MemberExpression) {
    return chain(it.evaluate(callee.object, state), (s, owner) => {
      if (owner.kind === 'nil' && callee.optional) return [valued(s, undefinedValue)];
      const name = memberName(callee);
      const found =
        name === undefined
          ? chain(it.evaluate(callee.property, s), (after, key) =>
              key.kind === 'literal'
                ? it.member(after, owner, String(key.value), callee)
                : [valued(after, unknown(`${textOf(owner)}[]`))],
            )
          : it.member(s, owner, name, callee);
      return chain(found, (after, value) => {
        if (value.kind === 'nil' && value.missing === undefined && node.optional)
          return [valued(after, undefinedValue)];
        return it.evaluateAll(node.arguments, after, (end, args) =>
          dispatch(it, end, value, args, node, owner),
        );
      });
    });
  }
  return chain(it.evaluate(callee, state), (s, value) => {
    if (value.kind === 'nil' && node.optional) return [valued(s, undefinedValue)];
    return it.evaluateAll(node.arguments, s, (end, args) => dispatch(it, end, value, args, node, undefined));
  });
}

/** Calls a value. */
export function dispatch(
  it: Interpreter,
  state: State,
  callee: Value,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  owner: Value | undefined,
): readonly Outcome[] {
  if (it.settings.surface.length > 0 && isNamed(spelledPath(node.callee), it.settings.surface)) {
    const told = [...it.handling.flatMap((h) => h.errors), ...args.flatMap((a) => errorsIn(a))];
    return dispatchAfter(it, it.tell(state, told, 'hands-on', node), callee, args, node, owner);
  }
  return dispatchAfter(it, state, callee, args, node, owner);
}

function dispatchAfter(
  it: Interpreter,
  state: State,
  callee: Value,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  owner: Value | undefined,
): readonly Outcome[] {
  switch (callee.kind) {
    case 'function':
      return callOwn(it, state, callee, args, node, owner);
    case 'member':
      return callMember(it, state, callee, args, node);
    case 'native':
      return callNative(it, state, callee, args, node, owner);
    case 'nil':
      return [thrown(state, unknown('TypeError'))];
    default: {
      if (owner?.kind !== 'api') return opaque(it, state, callee, args, node, owner);
      const called = unwrapped(node.callee);
      const name = called.type === T.MemberExpression ? memberName(called) : undefined;
      const operation = name === undefined ? undefined : foreignOperationOf(owner.client, owner.type, name);
      if (name === undefined || operation === undefined) return opaque(it, state, callee, args, node, owner);
      it.seen.strays.set(node, { node, owner, name, operation });
      // What follows from a call that the client does not have is said of the call itself.
      return opaque(it, escape(it, state, owner), callee, args, node, owner);
    }
  }
}

const transactionsOpen = (state: State): ReadonlySet<string> =>
  new Set(
    [...state.factsOf('transaction')]
      .filter(([, f]) => f.state === 'open' || f.state === 'must-abort')
      .map(([id]) => id),
  );

/** Calls a function of the file; a promise it gives owes what was done to transactions that were open before. */
function callOwn(
  it: Interpreter,
  state: State,
  callee: FunctionValue,
  args: readonly Value[],
  node: TSESTree.Node,
  owner: Value | undefined,
  handled?: { readonly errors: readonly string[] },
): readonly Outcome[] {
  if (callee.promisified) {
    const id = it.idOf(node);
    const settle = native('settle', [literal(id)]);
    const plain = { ...callee, promisified: false };
    const outcomes = executed(it, id, () =>
      it.callFunction(state, plain, [...args, settle], node, undefined, owner),
    );
    return merged(
      outcomes.map((o) =>
        o.how === 'value' ? valued(o.state.withoutFact('cell', `settle.${id}`), settlement(o.state, id)) : o,
      ),
    );
  }
  const mark = markOf(it);
  const outcomes = it.callFunction(state, callee, args, node, handled, owner);
  return callee.node.async ? owing(it, state, mark, outcomes, node) : outcomes;
}

/**
 * Calls a function as code out of view does, of which nothing is known. What that tells it may be an error, and whatever the function
 * then does is done because of it.
 */
function calledBack(
  it: Interpreter,
  state: State,
  fn: FunctionValue,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): readonly Outcome[] {
  const args = fn.node.params.map((_, i) => unknown(`argument(${it.idOf(fn.node)}.${i})`));
  const [first] = args;
  if (!first) return callOwn(it, state, fn, args, node, undefined);
  const { state: start, errors } = it.received(state, first, fn.node);
  return callOwn(it, start, fn, args, node, undefined, { errors });
}

/** How much had been done when a call began. */
interface Mark {
  readonly touched: number;
  readonly begun: number;
}
const markOf = (it: Interpreter): Mark => ({ touched: it.touched.length, begun: it.begun.length });

/** The promises of a call in which transactions that it did not begin were worked on: somebody must wait for them. */
function owing(
  it: Interpreter,
  before: State,
  mark: Mark,
  outcomes: readonly Outcome[],
  node: TSESTree.Node,
): readonly Outcome[] {
  const touched = [...new Set(it.touched.slice(mark.touched))];
  const begun = new Set(it.begun.slice(mark.begun).map((b) => b.transaction));
  const outstanding = touched.find(
    (id) => !begun.has(id) && before.fact('transaction', id)?.state !== 'ended',
  );
  if (outstanding === undefined) return outcomes;
  const id = `call:${it.idOf(node)}`;
  return outcomes.map((o) => {
    if (o.how !== 'value' || o.value.kind !== 'promise') return o;
    const operation = it.touchedBy[it.touched.indexOf(outstanding, mark.touched)] ?? 'send';
    const state = o.state.withFact(id, { is: 'debt', at: node, operation, transaction: outstanding });
    return { ...o, state, value: promise(o.value.fulfilled, o.value.value, union(o.value.owes, [id])) };
  });
}

/** Executes what makes a promise: what is settled meanwhile is settled in view. */
function executed<Result>(it: Interpreter, id: string, execute: () => Result): Result {
  it.executing.push(id);
  try {
    return execute();
  } finally {
    it.executing.pop();
  }
}

/** Whether an executor has left it to others to settle its promise: its functions are in variables or fields. */
function isKept(settlers: readonly Value[], state: State, id: string): boolean {
  if (state.fact('cell', `settle.${id}`)) return false;
  const keys = settlers.map(({ key }) => key);
  const isIn = (value: Value): boolean =>
    keys.includes(value.key) ||
    (value.kind === 'object' && [...value.fields.values()].some(isIn)) ||
    (value.kind === 'list' && value.items.some(isIn));
  return (
    state.variables.some(({ value }) => isIn(value)) ||
    state.factsOf('cell').some(([, { value }]) => isIn(value))
  );
}

const settlement = (state: State, id: string): Value => {
  const cell = state.fact('cell', `settle.${id}`);
  return cell?.value ?? promise(true, unknown(`settled:${id}`));
};

const isCallable = (value: Value | undefined): value is Value =>
  value?.kind === 'function' ||
  (value?.kind === 'native' &&
    /^(settle|resolve|reject|console\.|bail|retry-again|function\.)/.test(value.name)) ||
  value?.kind === 'member';

/** Calls a member of a client's API. */
function callMember(
  it: Interpreter,
  state: State,
  callee: MemberValue,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): readonly Outcome[] {
  const { member } = callee;
  if (member.is === 'error-predicate') {
    const [subject] = args;
    if (subject?.kind === 'error') {
      const source = it.sourceOf(subject.error);
      if (source?.table) {
        const { yes, no } = splitBy(
          state,
          source,
          `is ${String(subject.layer)} ${member.classes.join('|')}`,
          (v) => member.classes.some((c) => isInstance(v, subject.layer, c)),
        );
        return [...(yes ? [valued(yes, literal(true))] : []), ...(no ? [valued(no, literal(false))] : [])];
      }
    }
    return [valued(state, unknown(`${callee.name}(${args.map(textOf).join()})`))];
  }
  if (member.is !== 'method') {
    // A class or table that is called.
    return [valued(state, unknown(`${callee.name}()`))];
  }
  it.seen.call({ node, callee, args });
  it.calls++;
  let going = state;
  if (member.role === 'consumer-commit') consumerCommits(it, going, callee, node);
  if (member.role === 'outside-send') sendsBeside(it, going, callee, node);
  if (member.role === 'local-end' && callee.owner) going = endedLocally(going, callee.owner);
  if (member.role === 'is-active' && callee.owner) {
    const active = isActive(going, callee.owner);
    return [valued(going, active === undefined ? unknown(`active(${callee.owner.id})`) : literal(active))];
  }
  const { operation } = member;
  if (operation === undefined) {
    const made = resultOf(callee, member, it.idOf(node));
    if (member.role === 'factory') going = it.created(going, made, node);
    // What a client reads is another thing each time it is read.
    const result =
      made.kind === 'unknown'
        ? it.seen.derived(
            unknown(made.text, it.turns),
            member.record === 'given' ? 'record' : `${callee.name}()`,
          )
        : made.kind === 'api' && shapeOf(made).items !== undefined
          ? { ...made, varies: [...it.turns].sort() }
          : made;
    const last = args.at(-1);
    if (member.style === 'callback' && last && !callee.promisified) {
      return callback(it, going, last, [nil(null), result], node);
    }
    const value =
      member.style === 'promise' || member.style === 'either' || callee.promisified
        ? promise(true, result)
        : result;
    const fails = it.tries > 0 && member.style !== 'sync' ? [rejection(it, going, node)] : [];
    return merged([valued(going, value), ...fails]);
  }
  if (operation === 'create') {
    const result = resultOf(callee, member, it.idOf(node));
    it.operations.add(node);
    return [valued(it.created(going, result, node), result)];
  }
  const method = member as MethodMember & { operation: NonNullable<MethodMember['operation']> };
  const last = args.at(-1);
  const byCallback =
    !callee.promisified &&
    last !== undefined &&
    ((method.style === 'callback' && (last.kind === 'unknown' || isCallable(last))) ||
      (method.style === 'either' && isCallable(last)) ||
      (method.role === 'delivery-callback' && last.kind === 'function'));
  const given = byCallback ? args.slice(0, -1) : args;
  const endings = operate(
    it,
    going,
    callee,
    byCallback ? { ...method, style: 'callback' } : method,
    node,
    given,
  );
  const id = errorIdOf(it, { node, operation });
  const transactional =
    !callee.owner || isTransactional(it, going, { client: callee.client, producer: callee.owner.id });
  const owes = transactional && isOwed(method) && !isAwaited(node) ? [id] : [];
  const owned = callee.owner;
  if (owned && transactional && isOwed(method) && operation !== 'begin') {
    it.touched.push(transactionIdOf(callee));
    it.touchedBy.push(operation);
  }

  const outcomes = endings.flatMap((ending): readonly Outcome[] => {
    if (byCallback) {
      return callback(it, ending.state, last, ending.ok ? [nil(null), ending.value] : [ending.value], node);
    }
    if (method.style === 'sync' && !callee.promisified)
      return [ending.ok ? valued(ending.state, ending.value) : thrown(ending.state, ending.value)];
    if (method.style === 'callback' && !callee.promisified) {
      // Called without its callback: nobody hears of the outcome.
      if (!ending.ok) it.courses?.told(it, ending.state, [id], 'unheard', node);
      return ending.ok ? [valued(ending.state, undefinedValue)] : [];
    }
    const after =
      owes.length > 0
        ? ending.state.withFact(id, { is: 'debt', at: node, operation, transaction: transactionIdOf(callee) })
        : ending.state;
    return [valued(after, promise(ending.ok, ending.value, owes))];
  });
  return merged(outcomes);
}

/** Whether the call itself is waited for where it stands. */
const isAwaited = (node: TSESTree.Node): boolean => node.parent?.type === T.AwaitExpression;

/** Somebody must wait for the promise of the operation. */
const isOwed = (method: MethodMember): boolean =>
  method.operation === 'begin' ||
  method.operation === 'commit' ||
  method.operation === 'abort' ||
  method.operation === 'sendOffsets' ||
  (method.operation === 'send' && method.membership === 'join');

const transactionIdOf = (callee: MemberValue): string => {
  const { owner } = callee;
  if (!owner) return '';
  return owner.producer === undefined && owner.type.toLowerCase().includes('producer')
    ? `tx:${owner.id}`
    : owner.id;
};

/** An error of the application's own, as a rejected promise. */
const rejection = (it: Interpreter, state: State, node: TSESTree.Node): Outcome =>
  valued(state, promise(false, unknown(`own@${it.idOf(node)}`)));

/** Calls an error-first callback, or any function whose result nobody takes. */
export function callback(
  it: Interpreter,
  state: State,
  fn: Value,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): readonly Outcome[] {
  const [first] = args;
  if (fn.kind === 'function') {
    let start = state;
    let handled: { errors: readonly string[]; ignored: boolean } = { errors: [], ignored: true };
    if (first?.kind === 'error') {
      const got = it.received(state, first, fn.node);
      start = got.state;
      handled = { errors: got.errors, ignored: true };
    }
    // What a callback throws reaches nobody but the process, which ends.
    return merged(
      it.callFunction(start, fn, args, node, handled).flatMap((o) => {
        if (o.how === 'value') return [valued(it.dropped(o.state, o.value, fn.node), undefinedValue)];
        it.courses?.told(it, o.state, errorsIn(o.value), 'exits', fn.node);
        return [];
      }),
    );
  }
  if (fn.kind === 'native') {
    return dispatch(it, state, fn, args, node, undefined).map((o) =>
      o.how === 'value' ? { ...o, value: undefinedValue } : o,
    );
  }
  let next = state;
  for (const arg of args) next = escape(it, next, arg);
  return [valued(next, undefinedValue)];
}

/** What a function gives to somebody who takes nothing: a promise that is rejected is lost. */
function taken(it: Interpreter, state: State, value: Value, fn: TSESTree.Node, node: TSESTree.Node): State {
  lostRejection(it, state, value, node);
  return it.dropped(state, value, fn);
}

const pureMethods =
  /^(map|filter|forEach|reduce|reduceRight|join|split|slice|trim|trimEnd|trimStart|padStart|padEnd|push|pop|shift|unshift|toString|toFixed|includes|indexOf|startsWith|endsWith|has|get|set|add|delete|clear|find|findIndex|findLast|some|every|keys|values|entries|concat|sort|toSorted|flat|flatMap|replace|replaceAll|toISOString|getTime|toLowerCase|toUpperCase|test|match|exec|valueOf|at|charAt|charCodeAt|localeCompare|splice|reverse|toJSON|now|bind|hasOwnProperty|repeat|substring|substr|subarray|readInt32BE|lastOffset|firstOffset)$/;

/** Whether what a call gives goes to a logger and nowhere else, as the text of an error does. */
function feedsRecorder(
  it: Interpreter,
  node: TSESTree.Node,
  followed: ReadonlySet<unknown> = new Set(),
): boolean {
  let at: TSESTree.Node = node;
  for (let { parent } = node; parent; { parent } = at) {
    switch (parent.type) {
      case T.CallExpression:
        if (parent.callee === at) {
          at = parent;
          continue;
        }
        return isRecorder(spelledPath(parent.callee), it.settings) || feedsRecorder(it, parent, followed);
      case T.VariableDeclarator: {
        const variable =
          parent.id.type === T.Identifier ? it.origins.bindings.variableOf(parent.id) : undefined;
        // A variable may be read by what it starts with: `var text = format(text)`.
        if (!variable || followed.has(variable)) return false;
        const reads = variable.references.filter((r) => r.isRead());
        const further = new Set([...followed, variable]);
        return reads.length > 0 && reads.every((r) => feedsRecorder(it, r.identifier, further));
      }
      case T.MemberExpression:
      case T.TemplateLiteral:
      case T.Property:
      case T.ObjectExpression:
      case T.ArrayExpression:
      case T.BinaryExpression:
      case T.AwaitExpression:
      case T.ConditionalExpression:
      case T.LogicalExpression:
      case T.ChainExpression:
      case T.SpreadElement:
      case T.TSAsExpression:
      case T.TSNonNullExpression:
        if (parent.type === T.ConditionalExpression && parent.test === at) return false;
        at = parent;
        continue;
      default:
        return false;
    }
  }
  return false;
}

/** What a call's text says of where its arguments go. */
export interface Sink {
  /** The names that the callee is spelled with. */
  readonly path: readonly string[];
  /** The call only writes down. */
  readonly isRecorded: boolean;
  /** The call, or the one that gets what it gives, only writes down. */
  readonly records: boolean;
}

function sinkOf(it: Interpreter, node: TSESTree.CallExpression | TSESTree.NewExpression): Sink {
  let sink = it.sinks.get(node);
  if (!sink) {
    const path = spelledPath(node.callee);
    const isRecorded = isRecorder(path, it.settings);
    sink = { path, isRecorded, records: isRecorded || feedsRecorder(it, node) };
    it.sinks.set(node, sink);
  }
  return sink;
}

/** Whether what a call gives is used: a logger gives another one, `winston.createLogger()` and `logger.child()`, or nothing that matters. */
function isKeptWhereMade({ parent }: TSESTree.CallExpression | TSESTree.NewExpression): boolean {
  return (
    parent.type === T.VariableDeclarator ||
    parent.type === T.PropertyDefinition ||
    parent.type === T.AssignmentExpression ||
    parent.type === T.Property ||
    parent.type === T.MemberExpression
  );
}

/** A call that cannot be seen into. */
function opaque(
  it: Interpreter,
  state: State,
  callee: Value,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  owner: Value | undefined,
): readonly Outcome[] {
  const { path, isRecorded, records } = sinkOf(it, node);
  const name = path.at(-1) ?? '';
  const ownerText = owner ? textOf(owner) : undefined;
  const functions = args.filter((a): a is FunctionValue => a.kind === 'function');
  // A method that the profile does not know may do anything with what it is called on.
  let next = owner?.kind === 'api' ? escape(it, state, owner) : state;
  const given: string[] = [];
  if (!records) {
    if (!(owner && pureMethods.test(name))) it.unseenCalls++;
    if (
      /^(set|add|push|unshift|put|release|return|giveBack|checkIn|checkin|park|recycle|enqueue|free)/.test(
        name,
      )
    ) {
      for (const arg of args) givenBack(it, state, arg, node);
    }
    for (const arg of args) {
      given.push(...errorsIn(arg), ...failuresOf(it, state, arg));
      if (arg.kind !== 'function') next = escape(it, next, arg);
    }
    if (it.handling.length > 0 && (isRescue(path, it.settings) || isFailureStatus(name, args))) {
      next = it.tell(
        next,
        it.handling.flatMap((h) => h.errors),
        'hands-on',
        node,
      );
    }
  }
  const holds = args.reduce<readonly string[]>(
    (all, a) =>
      union(all, records || a.kind === 'function' ? [] : holdsOf(a).filter((h) => !h.startsWith('a:'))),
    owner && owner.kind !== 'instance' ? holdsOf(owner).filter((h) => h.startsWith('e:')) : [],
  );
  let varies = args.reduce<readonly string[]>(
    (all, a) => union(all, variesOf(a)),
    owner ? variesOf(owner) : [],
  );
  // What is read anew at each turn is another thing at each turn.
  const reads =
    args.every((a) => a.kind === 'literal' || a.kind === 'api' || a.kind === 'function') &&
    !/^(to[A-Z]|build|create|make|serialize|encode|format|get[A-Z])/.test(name);
  if (reads && !(owner && /^(map|filter|slice|toString|trim|join)$/.test(name)))
    varies = union(varies, it.turns);
  const text = `${ownerText === undefined ? textOf(callee) : `${ownerText}.${name}`}(${args.map(textOf).join()})`;
  const judged = records ? [] : [...new Set(given)];
  const result = it.seen.derived(
    unknown(text, varies, holds, judged),
    owner ? `.${name}()` : `${name}()`,
    ...(owner ? [owner] : []),
    ...args,
  );
  if (isRecorded && functions.length === 0)
    return [valued(next, isKeptWhereMade(node) ? unknown(text, varies) : undefinedValue)];
  const formed =
    node.type === T.CallExpression && callee.kind === 'unknown' ? it.origins.producerByForm(node) : undefined;
  if (formed) return [valued(it.created(next, formed, node), formed)];
  // Who waits for `get` or `set` asks no Map, but something that can fail.
  const isAwaited = functions.length === 0 && node.parent.type === T.AwaitExpression;
  const pure = records || (owner !== undefined && !isAwaited && pureMethods.test(name));
  // That a call out of view throws while a promise is still pending is nothing one can see.
  const fails =
    it.tries > 0 && !pure ? [thrown(heldOpen(withoutDebts(next)), unknown(`own@${it.idOf(node)}`))] : [];
  // What is made of a promise is rejected when the promise is, as far as one can tell.
  const rejected = records
    ? undefined
    : args.find((a): a is PromiseValue => a.kind === 'promise' && !a.fulfilled);
  if (rejected && functions.length === 0) return [valued(next, promise(false, rejected.value))];
  if (functions.length === 0) return merged([valued(next, result), ...fails]);
  if (owner && iterators.has(name) && functions[0] && args[0] === functions[0]) {
    return iterate(
      it,
      next,
      list([], true, variesOf(owner)),
      functions[0],
      name,
      args,
      node,
      it.seen.derived(
        unknown(`each(${textOf(owner)})`, union(variesOf(owner), [it.idOf(node)]), holdsOf(owner)),
        'each',
        owner,
      ),
    );
  }
  const deferred = /^(on|once|addListener|prependListener|addEventListener|setTimeout|setInterval)$/.test(
    name,
  );
  // A function that works on a transaction that is open here is called here; any other is an entry of its own.
  const inline = functions.filter((fn) => touchesOpen(it, next, fn));
  if (inline.length === 0) {
    if (deferred) for (const fn of functions) if (fn.node.async) it.listeners.set(fn.node, node);
    let after = forgotten(it, next, functions);
    for (const fn of functions)
      for (const h of holdsOf(fn)) if (h.startsWith('e:')) after = surfaced(after, [h.slice(2)]);
    return merged([valued(after, result), ...fails]);
  }
  // Whoever has a function that works on the transaction may end it with that.
  next = forgotten(it, heldOpen(next), functions);
  let outcomes: readonly Outcome[] = [valued(next, result)];
  for (const fn of inline) {
    if (!deferred && fn.node.async && node.parent.type === T.ExpressionStatement) {
      // A function that is only registered runs later, if at all, and whoever has it waits for it.
      outcomes = chain(outcomes, (s) => {
        for (const o of calledBack(it, s, fn, node))
          if (o.value.kind === 'promise' && !o.value.fulfilled)
            it.courses?.told(it, o.state, errorsIn(o.value.value), 'hands-on', node);
        return [valued(s, result)];
      });
      continue;
    }
    if (deferred) {
      outcomes = chain(outcomes, (s) => {
        for (const o of calledBack(it, s, fn, node))
          if (o.how === 'value') it.dropped(o.state, o.value, fn.node);
        return [valued(s, result)];
      });
      continue;
    }
    outcomes = chain(outcomes, (s) => {
      const called = calledBack(it, s, fn, node).map((o) => {
        if (o.how !== 'value') return o;
        // Whether the unseen function waits for the promise is its own matter, unless its result is waited for.
        return o.value.kind === 'promise' && node.parent.type !== T.ExpressionStatement
          ? o
          : { ...o, state: settled(o.state, holdsOf(o.value)), value: result };
      });
      // Who waits for what is done with an asynchronous function waits for the function.
      const isDone =
        fn.node.async &&
        node.parent.type === T.AwaitExpression &&
        called.some((o) => o.how === 'value' && o.value.kind === 'promise' && o.value.fulfilled);
      return merged(isDone ? called : [valued(s, result), ...called]);
    });
  }
  return merged([...outcomes, ...fails]);
}

/** A state in which nothing is known of the variables that functions write which somebody out of view may have called. */
function forgotten(it: Interpreter, state: State, functions: readonly FunctionValue[]): State {
  let next = state;
  for (const fn of functions) {
    for (const { resolved, identifier, from } of it.sourceCode.scopeManager?.acquire(fn.node)?.through ??
      []) {
      if (!resolved || from.variableScope === resolved.scope.variableScope) continue;
      const known = next.get(resolved);
      if (!known) continue;
      if (isWritten(identifier)) {
        if (known.kind === 'literal' || known.kind === 'nil')
          next = next.set(resolved, unknown(`${resolved.name}@${it.idOf(fn.node)}`));
        else next = next.set(resolved, it.origins.changeable(known));
      } else if (isAddedTo(identifier)) {
        next = next.set(resolved, it.origins.changeable(known));
      }
    }
  }
  return next;
}

const withoutDebts = (state: State): State =>
  state.factsOf('debt').reduce((s, [id]) => s.withoutFact('debt', id), state);

/** The errors of the transactions and producers that a value gives away: whoever has these can tell what became of them. */
const failuresOf = (it: Interpreter, state: State, value: Value): readonly string[] => {
  const things = new Set(holdsOf(value).flatMap((hold) => (hold.startsWith('a:') ? [hold.slice(2)] : [])));
  if (things.size === 0) return [];
  return state.factsOf('error').flatMap(([id]) => {
    const { transaction, producer } = it.sourceOf(id) ?? {};
    return (transaction !== undefined && things.has(transaction)) ||
      (producer !== undefined && things.has(producer))
      ? [id]
      : [];
  });
};

/** A state in which somebody out of view, an assertion of a test for example, judges the rejections of the promises in a value. */
const judgedBy = (state: State, value: Value): State => judging(state, rejectionsIn(value));

function judging(state: State, errors: readonly string[]): State {
  let next = state;
  for (const id of errors) {
    const fact = next.fact('error', id);
    if (fact && !fact.judged) next = next.withFact(id, { ...fact, judged: true });
  }
  return next;
}

const isFailureStatus = (name: string, args: readonly Value[]): boolean =>
  /^(status|sendStatus|code|writeHead|setStatus)$/.test(name) &&
  args.some((a) => a.kind === 'literal' && typeof a.value === 'number' && a.value >= 400);

/** Whether a function works on a transaction that is open now: it, or a function that it calls, has it or its producer. */
function touchesOpen(
  it: Interpreter,
  state: State,
  fn: FunctionValue,
  seen = new Set<TSESTree.Node>(),
): boolean {
  const open = transactionsOpen(state);
  if (open.size === 0 || seen.has(fn.node)) return false;
  seen.add(fn.node);
  const scope = it.sourceCode.scopeManager?.acquire(fn.node);
  for (const reference of scope?.through ?? []) {
    if (!reference.resolved) continue;
    const { resolved } = reference;
    const value = fn.captured.get(resolved) ?? state.get(resolved) ?? it.origins.variableValue(resolved);
    if (holdsOf(value).some((h) => open.has(h.slice(2)) || open.has(`tx:${h.slice(2)}`))) return true;
    if (value.kind === 'function' && touchesOpen(it, state, value, seen)) return true;
  }
  return false;
}

const iterators = new Set([
  'map',
  'forEach',
  'flatMap',
  'reduce',
  'filter',
  'some',
  'every',
  'find',
  'findLast',
]);

/** Calls a function for each item of a list, as `map` and its kin do. */
function iterate(
  it: Interpreter,
  state: State,
  items: ListValue,
  fn: Value,
  name: string,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  any: Value,
): readonly Outcome[] {
  const id = it.idOf(node);
  const known = items.items.length > 0 ? items.items.slice(0, 8) : items.many ? [any] : [];
  const turns = items.many ? [id] : [];
  // A reduction carries what one turn leaves behind into the next, which is for another item.
  const each = (name === 'reduce' && items.many ? [...known, any] : known).map((item) =>
    changingWith(item, turns),
  );
  let outcomes: readonly Outcome[] = [
    valued(state, name === 'reduce' ? (args[1] ?? unknown('reduce')) : list([], false)),
  ];
  const done: Outcome[] = [];
  it.turns.push(id);
  try {
    for (const item of each) {
      outcomes = chain(outcomes, (before, given) => {
        const { state: s, value: so } =
          name === 'reduce' ? carriedOn(before, given) : { state: before, value: given };
        const carried = so;
        const got =
          name === 'reduce'
            ? [so, item, unknown(`index(${id})`, [id])]
            : [item, unknown(`index(${id})`, [id])];
        const begun = items.many && item.kind === 'api' ? another(s, item.id) : s;
        return chain(dispatch(it, begun, fn, got, node, undefined), (after, value) => {
          switch (name) {
            case 'map':
            case 'flatMap':
              return [
                valued(
                  after,
                  list(
                    [
                      ...(so.kind === 'list' ? so.items : []),
                      ...(name === 'flatMap' && value.kind === 'list' ? value.items : [value]),
                    ],
                    items.many,
                  ),
                ),
              ];
            case 'forEach':
              return [valued(taken(it, after, value, node, node), so)];
            case 'reduce':
              return [valued(advanced(it, unawaited(it, after, carried, value, node), id, node), value)];
            default: {
              const { yes, no } = it.branch(after, value, undefined);
              const next: Outcome[] = [];
              if (name === 'filter') {
                if (yes)
                  next.push(valued(yes, list([...(so.kind === 'list' ? so.items : []), item], items.many)));
                if (no) next.push(valued(no, so));
                return next;
              }
              const hit = name === 'every' ? no : yes;
              const miss = name === 'every' ? yes : no;
              if (hit)
                done.push(
                  valued(hit, name === 'find' || name === 'findLast' ? item : literal(name !== 'every')),
                );
              if (miss) next.push(valued(miss, so));
              return next;
            }
          }
        });
      });
    }
  } finally {
    it.turns.pop();
  }
  const end = outcomes.map((o): Outcome => {
    if (o.how !== 'value') return o;
    switch (name) {
      case 'forEach':
        return { ...o, value: undefinedValue };
      case 'some':
        return {
          ...o,
          value: items.many && items.items.length === 0 ? unknown(`some@${id}`) : literal(false),
        };
      case 'every':
        return {
          ...o,
          value: items.many && items.items.length === 0 ? unknown(`every@${id}`) : literal(true),
        };
      case 'find':
      case 'findLast':
        return {
          ...o,
          value: items.many && items.items.length === 0 ? unknown(`find@${id}`) : undefinedValue,
        };
      case 'map':
      case 'filter':
      case 'flatMap':
        return items.items.length === 0 && items.many && o.value.kind === 'list' && o.value.plain
          ? {
              ...o,
              value: it.seen.derived(
                unknown(
                  `${name}(${textOf(any)})@${id}`,
                  variesOf(any).filter((v) => v !== id),
                ),
                'items',
                o.value,
              ),
            }
          : o;
      default:
        return o;
    }
  });
  return merged([...done, ...end]);
}

/** A promise that a reduction hands to its next turn, owed under another name: so it shows whether that turn waits for it. */
function carriedOn(state: State, value: Value): { state: State; value: Value } {
  if (value.kind !== 'promise' || value.owes.length === 0) return { state, value };
  let next = state;
  const owes = value.owes.map((owed) => {
    const debt = next.fact('debt', debtOf(owed));
    const name = `carried:${debtOf(owed)}`;
    if (debt) next = next.withoutFact('debt', debtOf(owed)).withFact(name, debt);
    return name;
  });
  return { state: next, value: promise(value.fulfilled, value.value, owes) };
}

/** A turn of a reduction that neither waits for the promise of the one before nor hands it on leaves it to itself. */
function unawaited(
  it: Interpreter,
  state: State,
  before: Value,
  value: Value,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): State {
  if (before.kind !== 'promise' || before.owes.length === 0) return state;
  const handed = holdsOf(value).map(debtOf);
  return before.owes.some((owed) => handed.includes(`p:${debtOf(owed)}`))
    ? state
    : it.dropped(state, before, node);
}

/** A member of a list: its length, an item, or a method. */
export function listMember(state: State, owner: ListValue, name: string): readonly Outcome[] {
  if (owner.keyed === true && !Object.hasOwn(Object.prototype, name))
    return [...owner.items, undefinedValue].map((item) => valued(state, item));
  if (name === 'length' || name === 'size') {
    return [
      valued(
        state,
        owner.many && owner.items.length === 0
          ? unknown(`length(${owner.key})`)
          : literal(owner.items.length),
      ),
    ];
  }
  if (/^\d+$/.test(name)) {
    const item = owner.many ? owner.items[0] : owner.items[Number(name)];
    return [valued(state, item ?? (owner.many ? unknown(`item(${owner.key})`) : undefinedValue))];
  }
  return [valued(state, native(`list.${name}`, [owner]))];
}

/** Calls a function of the platform or a library that the analysis knows. */
function callNative(
  it: Interpreter,
  state: State,
  callee: NativeValue,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  owner: Value | undefined,
): readonly Outcome[] {
  const { name } = callee;
  const [first, second] = args;
  const [own] = callee.args;
  const id = it.idOf(node);
  if (name.startsWith('list.') && own?.kind === 'list')
    return callList(it, state, own, name.slice(5), args, node);
  if (name.startsWith('promise.') && own?.kind === 'promise')
    return callPromise(it, state, own, name.slice(8), args, node);
  if (isRetryHelper(name)) return retryHelper(it, state, name, args, node);
  if (name.startsWith('cockatiel.')) {
    const policy = policyOf(callee, args);
    if (policy) return [valued(state, policy)];
    return runPolicy(it, state, callee, args, node);
  }
  if (name.startsWith('rxjs.')) return observe(it, state, callee, args, node);
  switch (name) {
    case 'returns':
      return [
        valued(
          args.reduce<State>((s, a) => escape(it, s, a), state),
          own ?? unknown(`@${id}`),
        ),
      ];
    case 'require':
      return [valued(state, it.origins.valueOf(node))];
    case 'promisify':
      return [
        valued(
          state,
          (first && promisified(first)) ?? unknown(`promisify@${id}`, [], first ? holdsOf(first) : []),
        ),
      ];
    case 'function.bind':
      if (own?.kind === 'function') {
        return [
          valued(state, {
            ...own,
            self: own.self ?? first,
            bound: [...own.bound, ...args.slice(1)],
            key: `${own.key}.bind(${args
              .slice(1)
              .map((a) => a.key)
              .join()})`,
          }),
        ];
      }
      return [valued(state, own ?? unknown(`bind@${id}`))];
    case 'function.call':
      return own ? dispatch(it, state, own, args.slice(1), node, first) : [];
    case 'function.apply':
      return own ? dispatch(it, state, own, second?.kind === 'list' ? second.items : [], node, first) : [];
    case 'Boolean': {
      const { yes, no } = it.branch(state, first ?? undefinedValue, node.arguments[0]);
      return [...(yes ? [valued(yes, literal(true))] : []), ...(no ? [valued(no, literal(false))] : [])];
    }
    case 'Promise.resolve': {
      const value = it.settledByHand(state, first ?? undefinedValue);
      return [valued(state, value.kind === 'promise' ? value : promise(true, value))];
    }
    case 'Promise.reject':
      return [valued(state, promise(false, first ?? undefinedValue))];
    case 'Promise.withResolvers':
      return [
        valued(
          state.withoutFact('cell', `settle.${id}`),
          object(
            `resolvers@${id}`,
            new Map<string, Value>([
              ['promise', native('deferred', [literal(id)])],
              ['resolve', native('resolve', [literal(id)])],
              ['reject', native('reject', [literal(id)])],
            ]),
            false,
          ),
        ),
      ];
    case 'Promise.all':
    case 'Promise.race':
    case 'Promise.any':
      return [valued(state, together(settledItems(it, state, first)))];
    case 'Promise.allSettled':
      return [allSettled(it, state, settledItems(it, state, first), node)];
    case 'resolve':
    case 'reject':
    case 'settle': {
      it.unseenCalls++;
      it.settlements++;
      const promiseId = own?.kind === 'literal' ? String(own.value) : '';
      const cell = `settle.${promiseId}`;
      if (state.fact('cell', cell)) return [valued(state, undefinedValue)];
      const value =
        name === 'resolve'
          ? first?.kind === 'promise'
            ? first
            : promise(true, first ?? undefinedValue)
          : name === 'reject'
            ? promise(false, first ?? undefinedValue)
            : first && first.kind !== 'nil' && !(first.kind === 'literal' && !first.value)
              ? promise(false, first)
              : promise(true, second ?? undefinedValue);
      // Whoever has the promise of a function that was kept hears of its rejection.
      const isInView = it.executing.includes(promiseId);
      const told = isInView ? state : it.tell(state, errorsIn(value), 'hands-on', node);
      return [valued(told.withFact(cell, { is: 'cell', value }), undefinedValue)];
    }
    case 'bail':
      return [
        valued(
          state.withFact(`bail.${own?.kind === 'literal' ? String(own.value) : ''}`, {
            is: 'cell',
            value: first ?? undefinedValue,
          }),
          undefinedValue,
        ),
      ];
    case 'retry-again':
      return [thrown(state, native('retry-again', first ? [first] : []))];
    case 'later': {
      // What a timer calls is followed as if it were called at once: nothing else happens to the transaction until then.
      const timer = unknown(`timer@${id}`);
      const path = spelledPath(node.callee).at(-1) ?? '';
      const given = args.slice(/^set(Timeout|Interval)$/.test(path) ? 2 : 1);
      if (first?.kind !== 'function')
        return [
          valued(
            given.reduce<State>((s, a) => escape(it, s, a), state),
            timer,
          ),
        ];
      const unseen = it.unseenCalls;
      const called = callOwn(it, state, first, given, node, undefined);
      // A timer that hands on what comes of it leaves nothing to itself.
      const tells = it.unseenCalls > unseen;
      const outcomes = called.flatMap((o) =>
        o.how === 'value'
          ? [
              valued(
                tells ? settled(o.state, holdsOf(o.value)) : taken(it, o.state, o.value, first.node, node),
                timer,
              ),
            ]
          : [],
      );
      if (outcomes.length > 0) return outcomes;
      const escaped = given.reduce<State>((s, a) => escape(it, s, a), escape(it, state, first));
      const handled = it.handling.flatMap((h) => h.errors);
      const later = it.courses?.told(it, escaped, handled, 'hands-on', node) ?? escaped;
      return [valued(heldOpen(later), timer)];
    }
    case 'sleep':
      return [valued(state, promise(true, second ?? undefinedValue))];
    case 'process.exit':
      it.courses?.told(
        it,
        state,
        state.factsOf('error').map(([id]) => id),
        'exits',
        node,
      );
      return [];
    case 'Object.assign':
    case 'Object.freeze':
    case 'Object.seal':
      // What is put into a thing that others have is theirs, too.
      if (first && first.kind !== 'object')
        return [
          valued(
            args.slice(1).reduce((s, arg) => escape(it, s, arg), state),
            first,
          ),
        ];
      return [
        valued(
          state,
          first?.kind === 'object'
            ? object(
                first.text,
                new Map([
                  ...first.fields,
                  ...args.slice(1).flatMap((a) => (a.kind === 'object' ? [...a.fields] : [])),
                ]),
                first.open || args.slice(1).some((a) => a.kind !== 'object'),
              )
            : unknown(`@${id}`),
        ),
      ];
    case 'Object.values':
      if (first?.kind === 'list') return [valued(state, { ...first, entries: false, keyed: false })];
      if (first?.kind === 'object') return [valued(state, list([...first.fields.values()], first.open))];
      break;
    case 'Object.keys':
      if (first?.kind === 'list' && first.keyed === true)
        return [
          valued(
            state,
            list(
              first.items.map(() => unknown(`key(${first.key})`, first.varies)),
              true,
              first.varies,
            ),
          ),
        ];
      break;
    case 'Object.entries':
      if (first?.kind === 'list') return [valued(state, list(pairsOf(first), first.many, first.varies))];
      if (first?.kind === 'object')
        return [
          valued(
            state,
            list(
              [...first.fields].map(([key, value]) => list([literal(key), value], false)),
              first.open,
            ),
          ),
        ];
      break;
    case 'Array.from':
      if (first?.kind === 'list')
        return second?.kind === 'function'
          ? iterate(
              it,
              state,
              list(iteratedOf(first), first.many, first.varies),
              second,
              'map',
              args,
              node,
              unknown(`each@${id}`),
            )
          : [valued(state, list(iteratedOf(first), first.many, first.varies))];
      if (second?.kind === 'function')
        return iterate(it, state, list([], true), second, 'map', args, node, unknown(`each@${id}`, [id]));
      break;
    case 'Error':
    case 'AggregateError':
      return [valued(state, native(name, args))];
    case 'error.findBy':
      if (own?.kind === 'error' && first?.kind === 'literal' && second) {
        const source = it.sourceOf(own.error);
        if (source?.table) {
          const wanted = second.kind === 'literal' ? second.value : undefined;
          if (wanted === undefined)
            return [valued(state, unknown(`find@${id}`, [], [`e:${own.error}`], [own.error]))];
          const found = splitBy(
            state,
            source,
            `finds ${String(own.layer)} ${String(first.value)} ${typeof wanted}:${String(wanted)}`,
            (v) => findsBy(v, own.layer, String(first.value), wanted),
          );
          it.record(
            second.kind === 'literal' && second.node ? second.node : node,
            source,
            String(wanted),
            String(first.value),
            found,
            wanted,
          );
          const { yes, no } = found;
          return [...(yes ? [valued(yes, { ...own })] : []), ...(no ? [valued(no, nil(null))] : [])];
        }
      }
      return [valued(state, unknown(`find@${id}`, [], own ? holdsOf(own) : []))];
    case 'error.toString':
    case 'error.toJSON':
      return [valued(state, unknown(`text(${own?.key ?? ''})`, [], own ? holdsOf(own) : []))];
    default:
  }
  if (isPure(name)) {
    if (name.startsWith('console')) return [valued(state, undefinedValue)];
    const holds = args.reduce<readonly string[]>(
      (all, a) =>
        union(
          all,
          holdsOf(a).filter((h) => h.startsWith('e:')),
        ),
      [],
    );
    const varies = args.reduce<readonly string[]>((all, a) => union(all, variesOf(a)), []);
    // What becomes of promises in what is made is out of view.
    const kept = keepsArguments(name)
      ? args.reduce((s, a) => judgedBy(settled(s, holdsOf(a)), a), state)
      : state;
    return [
      valued(
        kept,
        it.seen.derived(
          unknown(isRandom(name) ? `random@${id}` : `${name}(${args.map(textOf).join()})`, varies, holds),
          name,
          ...args,
        ),
      ),
    ];
  }
  return opaque(it, state, unknown(name), args, node, owner);
}

const settledItems = (it: Interpreter, state: State, value: Value | undefined): Value | undefined =>
  value?.kind === 'list' && value.items.some(({ kind }) => kind === 'native')
    ? list(
        value.items.map((item) => it.settledByHand(state, item)),
        value.many,
        value.varies,
      )
    : value;

/** `Promise.all` and the like: rejected as soon as one is. */
function together(value: Value | undefined): Value {
  if (value?.kind !== 'list')
    return promise(
      true,
      value ? unknown(`all(${textOf(value)})`, variesOf(value), holdsOf(value)) : unknown('all'),
    );
  let owes: readonly string[] = [];
  for (const item of value.items) if (item.kind === 'promise') owes = union(owes, item.owes);
  const failed = value.items.find((item): item is PromiseValue => item.kind === 'promise' && !item.fulfilled);
  if (failed) return promise(false, failed.value, owes);
  return promise(
    true,
    list(
      value.items.map((item) => (item.kind === 'promise' ? item.value : item)),
      value.many,
    ),
    owes,
  );
}

function allSettled(it: Interpreter, state: State, value: Value | undefined, node: TSESTree.Node): Outcome {
  if (value?.kind !== 'list') return valued(state, together(value));
  let owes: readonly string[] = [];
  let next = state;
  const items = value.items.map((item) => {
    if (item.kind !== 'promise')
      return object(
        'settled',
        new Map([
          ['status', literal('fulfilled')],
          ['value', item],
        ]),
        false,
      );
    owes = union(owes, item.owes);
    if (item.fulfilled)
      return object(
        'settled',
        new Map<string, Value>([
          ['status', literal('fulfilled')],
          ['value', item.value],
        ]),
        false,
      );
    if (item.value.kind === 'error') {
      const fact = next.fact('error', item.value.error);
      if (fact) next = next.withFact(item.value.error, { ...fact, handler: node });
      it.settledBy.set(item.value.error, node);
    }
    return object(
      'settled',
      new Map<string, Value>([
        ['status', literal('rejected')],
        ['reason', item.value],
      ]),
      false,
    );
  });
  return valued(next, promise(true, list(items, value.many), owes));
}

/** Calls a handler of a promise with what it gets, and gives the promise of the chain. */
function handle(
  it: Interpreter,
  state: State,
  handler: Value,
  got: Value,
  owes: readonly string[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  rejected: boolean,
): readonly Outcome[] {
  let start = state;
  let errors: readonly string[] = [];
  let value = got;
  if (rejected) {
    const at = handler.kind === 'function' ? handler.node : (node.arguments.at(-1) ?? node);
    const r = it.received(state, got, at);
    start = r.state;
    errors = r.errors;
    value = r.value;
    const named = node.arguments.at(-1);
    if (named && isNamed(spelledPath(named), it.settings.surface))
      start = it.tell(start, errors, 'hands-on', named);
  }
  const mark = it.settling.length;
  const unseen = it.unseenCalls;
  it.settling.push(...owes.map(debtOf));
  const outcomes =
    handler.kind === 'function'
      ? it.callFunction(start, handler, [value], node, rejected ? { errors } : undefined)
      : handler.kind === 'native' || handler.kind === 'member'
        ? dispatch(it, start, handler, [value], node, undefined)
        : ((): readonly Outcome[] => {
            const argument = node.arguments[rejected ? node.arguments.length - 1 : 0];
            return [
              valued(
                argument && isRecorder(spelledPath(argument), it.settings) ? start : escape(it, start, value),
                unknown(`handled@${it.idOf(node)}`),
              ),
            ];
          })();
  it.settling.length = mark;
  // Whoever has the promise that the handler settles waits, and so does whoever a handler tells that it is done.
  const tells = it.unseenCalls > unseen || isGivenAway(it, handler, node, rejected);
  if (tells || (handler.kind === 'native' && /^(resolve|reject|settle)$/.test(handler.name))) {
    return outcomes
      .map((o) => ({
        ...o,
        state: owes.reduce((s, owed) => s.withoutFact('debt', debtOf(owed)), o.state),
        value:
          o.how === 'throw'
            ? promise(false, o.value)
            : o.value.kind === 'promise'
              ? o.value
              : promise(true, o.value),
      }))
      .map((o) => ({ ...o, how: 'value' as const }));
  }
  const heard = rejected && tellsSomebody(it, handler, node);
  return outcomes.map((outcome) => {
    const o = heard ? { ...outcome, state: endingHeard(outcome.state, owes) } : outcome;
    if (o.how === 'throw') return valued(o.state, promise(false, o.value, owes));
    if (o.value.kind === 'promise')
      return { ...o, value: promise(o.value.fulfilled, o.value.value, union(owes, o.value.owes)) };
    return { ...o, value: promise(true, o.value, owes) };
  });
}

/** Whoever is told of a failure needs nobody to wait for the chain that goes on to the end. */
const endingHeard = (state: State, owes: readonly string[]): State =>
  owes.filter((o) => isEnding(state, debtOf(o))).reduce((s, o) => s.withoutFact('debt', debtOf(o)), state);

const isEnding = (state: State, debt: string): boolean => {
  const fact = state.fact('debt', debt);
  if (fact?.operation !== 'begin') return fact?.operation === 'commit' || fact?.operation === 'abort';
  const transaction = state.fact('transaction', fact.transaction)?.state;
  return transaction !== 'open' && transaction !== 'must-abort';
};

/** Whether a rejection handler does more with the error than write it down, as its text shows. */
function tellsSomebody(
  it: Interpreter,
  handler: Value,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): boolean {
  if (handler.kind !== 'function') return isGivenAway(it, handler, node, true) || handler.kind === 'native';
  let tells = false;
  walkOwn(handler.node.body, it.sourceCode.visitorKeys, (inner) => {
    if (inner.type === T.ThrowStatement || inner.type === T.AssignmentExpression) tells = true;
    if (
      inner.type === T.CallExpression &&
      !isRecorder(spelledPath(inner.callee), it.settings) &&
      !feedsRecorder(it, inner)
    )
      tells = true;
  });
  return tells;
}

/** A handler out of view that is no logger: what it gets is its matter. */
function isGivenAway(
  it: Interpreter,
  handler: Value,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  rejected: boolean,
): boolean {
  if (handler.kind !== 'unknown') return false;
  const argument = node.arguments[rejected ? node.arguments.length - 1 : 0];
  return argument !== undefined && !isRecorder(spelledPath(argument), it.settings);
}

function callPromise(
  it: Interpreter,
  state: State,
  own: PromiseValue,
  name: string,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): readonly Outcome[] {
  const [first, second] = args;
  const inner =
    own.value.kind === 'promise' && own.fulfilled
      ? promise(own.value.fulfilled, own.value.value, union(own.owes, own.value.owes))
      : own;
  switch (name) {
    case 'then':
      if (inner.fulfilled) {
        return first && first.kind !== 'nil'
          ? merged(handle(it, state, first, inner.value, continued(inner.owes), node, false))
          : [valued(state, inner)];
      }
      return second && second.kind !== 'nil'
        ? merged(handle(it, state, second, inner.value, continued(inner.owes), node, true))
        : [valued(state, inner)];
    case 'catch':
      if (!first || first.kind === 'nil') return [valued(state, inner)];
      if (inner.fulfilled) {
        return [valued(tellsSomebody(it, first, node) ? endingHeard(state, inner.owes) : state, inner)];
      }
      return merged(handle(it, state, first, inner.value, inner.owes, node, true));
    case 'finally': {
      if (first?.kind !== 'function') return [valued(state, inner)];
      const { settlements } = it;
      return merged(
        chain(it.callFunction(state, first, [], node), (after, value) => {
          // Whoever has the promise that the callback settles waits.
          const s =
            it.settlements > settlements
              ? inner.owes.reduce((at, owed) => at.withoutFact('debt', debtOf(owed)), after)
              : after;
          const waited = it.awaited(s, value);
          return waited.map((o) =>
            o.how === 'throw' ? valued(o.state, promise(false, o.value, inner.owes)) : { ...o, value: inner },
          );
        }),
      );
    }
    default:
      // An unknown method of a promise gives one that is rejected when the promise is.
      return [
        valued(
          state,
          inner.fulfilled || /^(rejects|resolves|to[A-Z])/.test(name) ? unknown(`promise.${name}`) : inner,
        ),
      ];
  }
}

function callList(
  it: Interpreter,
  state: State,
  own: ListValue,
  name: string,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): readonly Outcome[] {
  const [first] = args;
  const id = it.idOf(node);
  switch (name) {
    case 'includes':
    case 'has': {
      // The keys of a Map are not kept.
      if (own.entries === true)
        return [
          valued(
            state,
            unknown(
              `has(${own.key},${first ? textOf(first) : ''})@${id}`,
              first ? variesOf(first) : [],
              [],
              first ? errorsIn(first) : [],
            ),
          ),
        ];
      if (first?.kind === 'error-field') {
        const source = it.sourceOf(first.error);
        const literals = own.items.flatMap((item) => (item.kind === 'literal' ? [item] : []));
        const missing = own.items.some(
          (item) => item.kind !== 'literal' && !(item.kind === 'nil' && item.missing !== undefined),
        );
        if (source?.table && !missing && !(own.many && own.items.length === 0)) {
          for (const item of own.items) {
            if (item.kind === 'literal') {
              const answers = splitBy(state, source, testOf(first, item.value), (v) =>
                fieldIs(v, first.layer, first.name, item.value),
              );
              it.record(
                item.node ?? node,
                source,
                item.name ?? String(item.value),
                first.name,
                answers,
                item.value,
              );
            } else if (item.kind === 'nil')
              it.record(node, source, item.missing ?? '', first.name, undefined, undefined, true);
          }
          const { yes, no } = splitBy(
            state,
            source,
            literals.map((l) => testOf(first, l.value)).join(),
            (v) => literals.some((l) => fieldIs(v, first.layer, first.name, l.value)),
          );
          return [...(yes ? [valued(yes, literal(true))] : []), ...(no ? [valued(no, literal(false))] : [])];
        }
        return [valued(state, unknown(`has@${id}`, [], [], [first.error]))];
      }
      if (first?.kind === 'literal' && !own.many && own.items.every((i) => i.kind === 'literal')) {
        return [valued(state, literal(own.items.some((i) => i.key === first.key)))];
      }
      if (first?.kind === 'nil') return [valued(state, own.many ? unknown(`has@${id}`) : literal(false))];
      for (const item of own.items)
        it.askedOfUnseen.add((item.kind === 'literal' ? item.node : undefined) ?? node);
      return [
        valued(
          state,
          unknown(
            `has(${own.key},${first ? textOf(first) : ''})`,
            first ? variesOf(first) : [],
            [],
            first ? failuresOf(it, state, first) : [],
          ),
        ),
      ];
    }
    case 'push':
    case 'add':
    case 'unshift':
    case 'set': {
      const added = name === 'set' ? args.slice(1) : args;
      for (const value of added) givenBack(it, state, value, node);
      const items = [...own.items];
      for (const value of added) if (!items.some((i) => i.key === value.key)) items.push(value);
      gathered(items);
      return [
        valued(
          mutated(it, state, node, { ...list(items.slice(-8), true), entries: own.entries === true }, added),
          unknown(`length@${id}`),
        ),
      ];
    }
    case 'pop':
    case 'shift':
    case 'at':
    case 'get':
    case 'next': {
      const found = name === 'get' && first ? got(it, state, own, first) : undefined;
      if (found) return found;
      // What is looked up by an error judges it.
      const after = first ? judging(state, errorsIn(first)) : state;
      // Who asks a collection of which nothing is known may get something; whether it is there, the program may ask.
      if (own.items.length === 0 && own.many) return [valued(after, it.origins.valueOf(node))];
      const known = own.items.length > 0 ? own.items : [it.origins.valueOf(node)];
      return merged([
        ...known.map((value) => valued(after, value)),
        ...(name === 'get' || own.many ? [valued(after, undefinedValue)] : []),
      ]);
    }
    case 'slice':
    case 'concat':
    case 'reverse':
    case 'flat':
    case 'sort':
    case 'toSorted':
      return [valued(state, own)];
    case 'values':
      return [valued(state, { ...own, entries: false })];
    case 'entries':
      return [valued(state, list(iteratedOf(own), own.many, own.varies))];
    case 'clear':
      return [valued(mutated(it, state, node, list([], false), []), undefinedValue)];
    default:
  }
  if (iterators.has(name) && first) {
    return iterate(
      it,
      state,
      own,
      first,
      name,
      args,
      node,
      unknown(`each(${own.key})`, union(own.varies, [id])),
    );
  }
  return [
    valued(
      state,
      unknown(
        `${own.key}.${name}@${id}`,
        own.varies,
        holdsOf(own).filter((h) => h.startsWith('e:')),
      ),
    ),
  ];
}

/** What a Map gives whose keys are known; undefined where it cannot be told. */
function got(
  it: Interpreter,
  state: State,
  { keys, items, many }: ListValue,
  key: Value,
): readonly Outcome[] | undefined {
  // Something may have been put into it since.
  if (!keys || many) return undefined;
  const entries = keys.flatMap((known, index): [Literal['value'], Value][] =>
    known.kind === 'literal' && items[index] ? [[known.value, items[index]]] : [],
  );
  if (key.kind === 'error-field') return it.lookedUp(state, entries, key, false);
  if (key.kind !== 'literal' || variesOf(key).length > 0) return undefined;
  return [valued(state, entries.find(([known]) => known === key.value)?.[1] ?? undefinedValue)];
}

/** Of many errors in a list it is enough to know that they are there. */
function gathered(items: Value[]): void {
  const holding = items.filter(
    (i) =>
      i.kind === 'error' ||
      (i.kind === 'unknown' && i.text === 'errors') ||
      (i.kind === 'object' && holdsOf(i).some((h) => h.startsWith('e:'))),
  );
  if (holding.length < 2) return;
  const holds = holding.reduce<readonly string[]>((all, i) => union(all, holdsOf(i)), []);
  const rest = items.filter((i) => !holding.includes(i));
  items.splice(0, items.length, ...rest, unknown('errors', [], holds));
}

/** Puts a changed list back where it was read from; a list that is somewhere else takes what it gets out of view. */
function mutated(
  it: Interpreter,
  state: State,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  value: ListValue,
  added: readonly Value[],
): State {
  const callee = unwrapped(node.callee);
  const holder = callee.type === T.MemberExpression ? unwrapped(callee.object) : undefined;
  if (holder?.type === T.Identifier) {
    const variable = it.origins.bindings.variableOf(holder);
    if (variable) {
      const owner = variable.scope.variableScope.block;
      const inView =
        it.frames.some((f) => (f.fn ?? it.sourceCode.ast) === owner) &&
        (it.origins.bindings.isLocal(variable) || it.frames.length === 1);
      const next = inView ? state : added.reduce<State>((s, v) => escape(it, s, v), state);
      return next.set(variable, value);
    }
  }
  const { self } = it.frame;
  const field =
    holder?.type === T.MemberExpression && holder.object.type === T.ThisExpression
      ? memberName(holder)
      : undefined;
  const next = added.reduce<State>((s, v) => escape(it, s, v), state);
  return self?.kind === 'instance' && field !== undefined
    ? next.withFact(`${self.id}.${field}`, { is: 'cell', value })
    : next;
}

/** Evaluates `new X(...)`. */
export function construct(it: Interpreter, node: TSESTree.NewExpression, state: State): readonly Outcome[] {
  return chain(it.evaluate(node.callee, state), (s, callee) =>
    it.evaluateAll(node.arguments, s, (after, args) => constructed(it, after, callee, args, node)),
  );
}

function constructed(
  it: Interpreter,
  state: State,
  callee: Value,
  args: readonly Value[],
  node: TSESTree.NewExpression,
): readonly Outcome[] {
  const id = it.idOf(node);
  switch (callee.kind) {
    case 'member':
      if (callee.member.is === 'class') {
        const made = apiOf(callee.client, callee.member.constructs, id);
        if (callee.member.operation === 'create') it.operations.add(node);
        return [valued(it.created(state, made, node), made)];
      }
      return [valued(state, native('Error', args))];
    case 'class': {
      const base = it.origins.baseOf(callee.node);
      const self = instance(callee.node, `new:${id}`);
      const maker = constructorOf(callee.node);
      if (
        base &&
        ((base.kind === 'native' && base.name !== WRAPPER_CLASS) ||
          (base.kind === 'member' && base.member.is === 'error-class') ||
          isErrorClass(it, base))
      ) {
        if (maker && args.some((a) => errorsIn(a).length > 0))
          asked(it, state, { ...it.closure(maker, state), self }, args, node);
        const name = `new:${it.idOf(callee.node)}`;
        it.errorClasses.set(name, callee.node);
        return [valued(state, native(name, args))];
      }
      if (maker) {
        const fn = { ...it.closure(maker, state), self, key: `ctor:${id}` };
        return it
          .callFunction(state, fn, args, node)
          .map((o) => (o.how === 'value' ? { ...o, value: self } : o));
      }
      return [
        valued(
          args.reduce<State>((s, a) => escape(it, s, a), state),
          self,
        ),
      ];
    }
    case 'native':
      switch (callee.name) {
        case 'Promise': {
          const [executor] = args;
          if (executor?.kind !== 'function') return [valued(state, promise(true, unknown(`promise@${id}`)))];
          const cell = `settle.${id}`;
          const given = [native('resolve', [literal(id)]), native('reject', [literal(id)])];
          const mark = markOf(it);
          const outcomes = executed(it, id, () =>
            it.callFunction(state.withoutFact('cell', cell), executor, given, node),
          ).map((o) => {
            const rest = o.state.withoutFact('cell', cell);
            if (o.how === 'throw') return valued(rest, promise(false, o.value));
            return valued(
              rest,
              isKept(given, o.state, id) ? native('deferred', [literal(id)]) : settlement(o.state, id),
            );
          });
          return merged(owing(it, state, mark, outcomes, node));
        }
        case 'Set':
        case 'WeakSet':
        case 'Map':
        case 'WeakMap': {
          const [from] = args;
          return [
            valued(
              state,
              from?.kind === 'list'
                ? callee.name.endsWith('Set') || from.entries === true
                  ? from
                  : mapOf(from)
                : from
                  ? { ...list([], true, variesOf(from)), entries: !callee.name.endsWith('Set') }
                  : it.origins.valueOf(node),
            ),
          ];
        }
        case WRAPPER_CLASS:
          return [
            valued(
              args.reduce<State>((s, a) => escape(it, s, a), state),
              it.origins.valueOf(node),
            ),
          ];
        case 'class:AbortError':
        case 'class:NotRetryableError':
          return [valued(state, native(callee.name.slice(6), args))];
        case 'Error':
        case 'AggregateError':
          return [valued(state, native(callee.name, args))];
        default:
          return [
            valued(
              state,
              unknown(
                `new ${callee.name}(${args.map(textOf).join()})`,
                args.reduce<readonly string[]>((all, a) => union(all, variesOf(a)), []),
                args.reduce<readonly string[]>(
                  (all, a) =>
                    union(
                      all,
                      holdsOf(a).filter((h) => h.startsWith('e:')),
                    ),
                  [],
                ),
              ),
            ),
          ];
      }
    default: {
      let next = state;
      for (const arg of args) if (holdsOf(arg).some((h) => h.startsWith('a:'))) next = escape(it, next, arg);
      const holds = args.reduce<readonly string[]>(
        (all, a) =>
          union(
            all,
            holdsOf(a).filter((h) => h.startsWith('e:')),
          ),
        [],
      );
      return [
        valued(
          next,
          unknown(
            `new ${spelledPath(node.callee).join('.')}(${args.map(textOf).join()})`,
            args.reduce<readonly string[]>((all, a) => union(all, variesOf(a)), []),
            holds,
          ),
        ),
      ];
    }
  }
}

/** Follows what the constructor of an error asks of the error that it gets. What it keeps of that, the new error has in any case. */
function asked(
  it: Interpreter,
  state: State,
  maker: FunctionValue,
  args: readonly Value[],
  node: TSESTree.NewExpression,
): void {
  const { courses } = it;
  it.courses = undefined;
  try {
    it.callFunction(state, maker, args, node);
  } finally {
    it.courses = courses;
  }
}

function isErrorClass(it: Interpreter, base: Value): boolean {
  if (base.kind !== 'class') return false;
  const next = it.origins.baseOf(base.node);
  return (
    next !== undefined &&
    (next.kind === 'native' ||
      (next.kind === 'member' && next.member.is === 'error-class') ||
      isErrorClass(it, next))
  );
}
