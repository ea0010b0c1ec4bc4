import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { isAddedTo, isWritten } from '../model/bindings.js';
import { isRecorder, isRescue } from '../model/sinks.js';
import {
  PATTERN,
  byText,
  debtOf,
  type FunctionValue,
  type ListValue,
  type PromiseValue,
  type Value,
  anyNumberOf,
  errorsIn,
  holdsOf,
  list,
  object,
  promise,
  rejectionsIn,
  textOf,
  undefinedValue,
  union,
  unknown,
  variesOf,
} from '../model/value.js';
import { calledBack, spelledPath } from './calls.js';
import { someOrNone } from './conditions.js';
import type { Interpreter, Variable } from './interpreter.js';
import { handOut } from './handed-out.js';
import { iterate, iterators } from './iteration.js';
import { type Outcome, merged, thrown, valued } from './outcome.js';
import { givenBack } from './producers.js';
import { heldOpen, settled, surfaced } from './promises.js';
import { asksHowItWent } from './results.js';
import type { State } from './state.js';
import { dropped } from './statements.js';

/** The errors that whoever branches on a value judges. */
export const judgedIn = (value: Value): readonly string[] =>
  value.kind === 'unknown'
    ? value.judged
    : value.kind === 'native' && value.name === 'something'
      ? value.args.flatMap(judgedIn)
      : [];

/** What a function holds: what it has captured, and the errors in variables around it that may have others by the time it is called. */
function heldBy(it: Interpreter, state: State, fn: FunctionValue): readonly string[] {
  const errors = (it.sourceCode.scopeManager?.acquire(fn.node)?.through ?? []).flatMap(({ resolved }) => {
    const value = resolved && state.get(resolved);
    return value ? errorsIn(value).map((error) => `e:${error}`) : [];
  });
  return union(holdsOf(fn), errors);
}

/** The methods by which the language asks something of a text or of a list, and keeps nothing. */
const askingMethods =
  /^(test|exec|match|matchAll|search|includes|indexOf|lastIndexOf|startsWith|endsWith|localeCompare|some|every|find|at|charAt|slice|substring|substr|split|trim|trimStart|trimEnd|toLowerCase|toUpperCase|replace|replaceAll|concat|toString)$/;

/** Whether a method of the language asks something of a text, or is a pattern's that asks. */
const asksText = (owner: Value | undefined, name: string): owner is Value =>
  owner !== undefined &&
  askingMethods.test(name) &&
  (owner.kind === 'literal' ||
    owner.kind === 'list' ||
    (owner.kind === 'unknown' && (owner.text.startsWith(PATTERN) || errorsIn(owner).length > 0)));

/** The errors whose text is in values, as what judges by it, and those that have judged them already. */
export const textsIn = (values: readonly Value[]): readonly string[] => [
  ...new Set(values.flatMap((value) => [...judgedIn(value), ...errorsIn(value).map(byText)])),
];

/** Takes a value out of view: whoever has it can tell of an error, end a transaction, wait for a promise. */
export function escape(it: Interpreter, state: State, value: Value, how: 'given' | 'field' = 'given'): State {
  handOut(it, state, value);
  const holds = value.kind === 'function' ? heldBy(it, state, value) : holdsOf(value);
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

const transactionsOpen = (state: State): ReadonlySet<string> =>
  new Set(
    [...state.factsOf('transaction')]
      .filter(([, f]) => f.state === 'open' || f.state === 'must-abort')
      .map(([id]) => id),
  );

/** An error of the application's own, as a rejected promise. */
export const rejection = (it: Interpreter, state: State, node: TSESTree.Node): Outcome =>
  valued(state, promise(false, unknown(`own@${it.idOf(node)}`)));

const pureMethods =
  /^(map|filter|forEach|reduce|reduceRight|join|split|slice|trim|trimEnd|trimStart|padStart|padEnd|push|pop|shift|unshift|toString|toFixed|includes|indexOf|startsWith|endsWith|has|get|set|add|delete|clear|find|findIndex|findLast|some|every|keys|values|entries|concat|sort|toSorted|flat|flatMap|replace|replaceAll|toISOString|getTime|toLowerCase|toUpperCase|test|match|exec|valueOf|at|charAt|charCodeAt|localeCompare|splice|reverse|toJSON|now|bind|hasOwnProperty|repeat|substring|substr|subarray|readInt32BE|lastOffset|firstOffset)$/;

/** Whether what a call gives goes to a logger and nowhere else, as the text of an error does. */
export function feedsRecorder(
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
    const isRecorded = isRecorder(path, it.settings) || isGivenByRecorder(it, node.callee);
    sink = { path, isRecorded, records: isRecorded || feedsRecorder(it, node) };
    it.sinks.set(node, sink);
  }
  return sink;
}

/** Whether a function is what a recorder has given: `const end = histogram.startTimer()`, `const log = debug('app')`. */
function isGivenByRecorder(it: Interpreter, callee: TSESTree.Node): boolean {
  const variable = callee.type === T.Identifier ? it.origins.bindings.variableOf(callee) : undefined;
  const [definition, ...others] = variable?.defs ?? [];
  if (!variable || others.length > 0 || it.origins.bindings.isReassigned(variable)) return false;
  const { node } = definition ?? {};
  if (node?.type !== T.VariableDeclarator || node.id.type !== T.Identifier) return false;
  return node.init?.type === T.CallExpression && isRecorder(spelledPath(node.init.callee), it.settings);
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

/** Who gets an empty list of the program's may put something into it, under another name, and into an object. */
export function givenLists(
  it: Interpreter,
  state: State,
  args: readonly Value[],
  node: TSESTree.CallExpression | TSESTree.NewExpression,
): State {
  let next = state;
  for (const [index, arg] of args.entries()) {
    const written = node.arguments[index];
    const given =
      arg.kind === 'list' && !arg.many && arg.items.length === 0
        ? anyNumberOf(arg)
        : arg.kind === 'object' && !arg.open
          ? object(arg.text, arg.fields, true, arg.varies)
          : undefined;
    if (!given || written?.type !== T.Identifier) continue;
    const variable = it.origins.bindings.variableOf(written);
    if (variable && next.get(variable)?.key === arg.key) next = next.set(variable, given);
  }
  return next;
}

/** A call that cannot be seen into. */
export function opaque(
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
  // What is taken off is not called.
  const functions = /^(off|remove(\w*Listener)?|unsubscribe)$/.test(name)
    ? []
    : args.filter((a): a is FunctionValue => a.kind === 'function');
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
    next = givenLists(it, next, args, node);
    for (const arg of args) {
      given.push(...errorsIn(arg), ...failuresOf(it, state, arg));
      // A pattern, or a text, that is asked keeps nothing.
      if (arg.kind !== 'function' && !asksText(owner, name)) next = escape(it, next, arg);
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
  // What a logger gives is nothing.
  if (isRecorded && functions.length === 0 && !isKeptWhereMade(node)) return [valued(next, undefinedValue)];
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
  const judged = records ? [] : asksText(owner, name) ? textsIn([owner, ...args]) : [...new Set(given)];
  const result = it.seen.derived(
    unknown(text, varies, holds, judged),
    owner ? `.${name}()` : `${name}()`,
    ...(owner ? [owner] : []),
    ...args,
  );
  if (isRecorded && functions.length === 0) return [valued(next, unknown(text, varies))];
  const formed =
    node.type === T.CallExpression && callee.kind === 'unknown' ? it.origins.producerByForm(node) : undefined;
  if (formed) return [valued(it.created(next, formed, node), formed)];
  // Who waits for `get` or `set` asks no Map, but something that can fail.
  const isAwaited = functions.length === 0 && node.parent.type === T.AwaitExpression;
  // So does what is called for each item, where it is out of view.
  const callsUnseen = iterators.has(name) && args[0]?.kind === 'unknown';
  const pure = records || (owner !== undefined && !isAwaited && !callsUnseen && pureMethods.test(name));
  // That a call out of view throws while a promise is still pending is nothing one can see.
  const fails = pure ? [] : failuresOut(it, next, args, node);
  // What is made of a promise is rejected when the promise is, as far as one can tell.
  const rejected = records
    ? undefined
    : args.find((a): a is PromiseValue => a.kind === 'promise' && !a.fulfilled);
  const isAsked =
    !records && args.some(({ kind }) => kind === 'promise' || kind === 'function') && asksHowItWent(it, node);
  if (isAsked) for (const arg of args) for (const id of workedOn(it, state, arg)) it.askedElsewhere.add(id);
  if (rejected && functions.length === 0)
    return [valued(next, isAsked ? result : promise(false, rejected.value))];
  if (functions.length === 0) return merged([valued(next, result), ...fails]);
  if (owner && iterators.has(name) && functions[0] && args[0] === functions[0]) {
    const [fn] = functions;
    const through = (from: State, items: ListValue): readonly Outcome[] =>
      iterate(
        it,
        from,
        items,
        fn,
        name,
        args,
        node,
        it.seen.derived(
          unknown(`each(${textOf(owner)})`, union(variesOf(owner), [it.idOf(node)]), holdsOf(owner)),
          'each',
          owner,
        ),
      );
    const has = someOrNone(it, next, owner, it.turns.length) ?? { some: next, none: undefined };
    return merged([
      ...(has.some ? through(has.some, list([], true, variesOf(owner))) : []),
      ...(has.none ? through(has.none, list([], false)) : []),
    ]);
  }
  const deferred = isLater(name);
  if (deferred) for (const fn of functions) it.calledLater.add(fn.node);
  // A function that works on a transaction that is open here is called here; any other is an entry of its own.
  const inline = functions.filter((fn) => touchesOpen(it, next, fn));
  if (inline.length === 0) {
    if (deferred) for (const fn of functions) if (fn.node.async) it.listeners.set(fn.node, node);
    let after = forgotten(it, next, functions);
    for (const fn of functions) handOut(it, next, fn);
    // What a recorder is given a function for is recorded.
    for (const fn of records ? [] : functions)
      for (const h of heldBy(it, next, fn)) if (h.startsWith('e:')) after = surfaced(after, [h.slice(2)]);
    return merged([valued(after, result), ...fails]);
  }
  // Whoever has a function that works on the transaction may end it with that.
  next = forgotten(it, heldOpen(next), functions);
  // Which of several functions is called, and whether one after another, is out of view.
  return merged([...inline.flatMap((fn) => calledUnseen(it, next, fn, node, result, deferred)), ...fails]);
}

/** What comes of a function's being called, or not, by code out of view that it was given to. */
function calledUnseen(
  it: Interpreter,
  state: State,
  fn: FunctionValue,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  result: Value,
  deferred: boolean,
): readonly Outcome[] {
  if (!deferred && fn.node.async && node.parent.type === T.ExpressionStatement) {
    // A function that is only registered runs later, if at all, and whoever has it waits for it.
    for (const o of calledBack(it, state, fn, node))
      if (o.value.kind === 'promise' && !o.value.fulfilled)
        it.courses?.told(it, o.state, errorsIn(o.value.value), 'hands-on', node);
    return [valued(state, result)];
  }
  if (deferred) {
    for (const o of calledBack(it, state, fn, node))
      if (o.how === 'value') dropped(it, o.state, o.value, fn.node);
    return [valued(state, result)];
  }
  const called = calledBack(it, state, fn, node).map((o) => {
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
  return isDone ? called : [valued(state, result), ...called];
}

/** The transactions that a promise is of, or that a function works on. */
const workedOn = (it: Interpreter, state: State, value: Value): readonly string[] =>
  (value.kind === 'function' ? heldBy(it, state, value) : holdsOf(value)).flatMap((hold) => {
    const id = hold.slice(2);
    if (hold.startsWith('a:')) return [id, `tx:${id}`];
    const debt = hold.startsWith('p:') ? state.fact('debt', debtOf(id)) : undefined;
    return debt ? [debt.transaction] : [];
  });

/** How a call out of view fails, where somebody is there to handle it. What has a client's thing may throw an error of the client. */
export function failuresOut(
  it: Interpreter,
  state: State,
  args: readonly Value[],
  node: TSESTree.Node,
): readonly Outcome[] {
  if (!it.isTried) return [];
  const failure = unknown(`own@${it.idOf(node)}`);
  if (args.some((arg) => holdsOf(arg).some((hold) => hold.startsWith('a:'))))
    it.thrownByHolders.add(failure.text);
  return [thrown(heldOpen(withoutDebts(state)), failure)];
}

/** Whether a method calls what it is given later, and takes nothing that it gives. */
export const isLater = (name: string): boolean =>
  /^(on|once|addListener|prependListener|addEventListener|setTimeout|setInterval)$/.test(name);

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

/** Executes what is called later: until then the file's functions may have changed the variables that several of them share. */
export function meanwhile(
  it: Interpreter,
  state: State,
  fn: TSESTree.Node,
  execute: (state: State) => readonly Outcome[],
): readonly Outcome[] {
  const { bindings } = it.origins;
  let later = state;
  const changed: { readonly variable: Variable; readonly before: Value; readonly then: Value }[] = [];
  for (const { variable, value: before } of state.variables) {
    if (!bindings.isCaptured(variable) || !bindings.isChanged(variable)) continue;
    const then =
      before.kind === 'literal' || before.kind === 'nil'
        ? unknown(`${variable.name}@${it.idOf(fn)}`)
        : it.origins.changeable(before);
    if (then.key === before.key) continue;
    later = later.set(variable, then);
    changed.push({ variable, before, then });
  }
  if (changed.length === 0) return execute(state);
  // What goes on at once finds them as they were.
  return execute(later).map((o) => ({
    ...o,
    state: changed.reduce(
      (s, { variable, before, then }) => (s.get(variable)?.key === then.key ? s.set(variable, before) : s),
      o.state,
    ),
  }));
}

export const withoutDebts = (state: State): State =>
  state.factsOf('debt').reduce((s, [id]) => s.withoutFact('debt', id), state);

/** The errors of the transactions and producers that a value gives away: whoever has these can tell what became of them. */
export const failuresOf = (it: Interpreter, state: State, value: Value): readonly string[] => {
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
export const judgedBy = (state: State, value: Value): State => judging(state, rejectionsIn(value));

export function judging(state: State, errors: readonly string[]): State {
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
export function touchesOpen(
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
