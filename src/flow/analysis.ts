import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { Origins } from '../model/origins.js';
import { SETTINGS_KEY, settingsOf, type Settings } from '../model/settings.js';
import { enclosingFunction, isFunction, staticName, type FunctionNode } from '../model/syntax.js';
import { hasTraceOfClient } from '../model/traces.js';
import { checkedTypesOf, type CheckedTypes } from '../model/type-checker.js';
import { func, instance, undefinedValue, type FunctionValue } from '../model/value.js';
import { lookupWith, type FilePlace } from '../model/wrapper-modules.js';
import { Courses } from './courses.js';
import { callForms } from './call-forms.js';
import { arbitrated, type Finding } from './finding.js';
import { deadTests } from './dead-tests.js';
import { callFunction, selfOf } from './functions.js';
import { functionsIn } from './handed-out.js';
import { baseState, entryArguments, hasGivenFields, initialised } from './instances.js';
import { Interpreter, OutOfSteps } from './interpreter.js';
import { block } from './statements.js';
import { nameOf } from './homes.js';
import { homesOfOffsets, rawOffsets } from './offsets.js';
import { leave, unheard } from './leaving.js';
import { valued, type Outcome } from './outcome.js';
import { producerSettings } from './producer-settings.js';
import { State } from './state.js';

/** How many steps one entry of a file may take, and all entries together. */
const STEPS_PER_ENTRY = 25_000;
const STEPS_PER_FILE = 150_000;

/** What the analysis of a file gives to the rules. */
export interface Analysis {
  readonly findings: readonly Finding[];
  /** Those of which another finding speaks, too. */
  readonly all: readonly Finding[];
  readonly interpreter: Interpreter;
  readonly origins: Origins;
}

/** Analyses a file: executes its top level, then every function that code outside of the file can call. */
export function analyse(
  sourceCode: Readonly<TSESLint.SourceCode>,
  context: FileContext = NOWHERE,
  types?: CheckedTypes,
  record = false,
): Analysis {
  const settings = settingsOf(context.settings[SETTINGS_KEY]);
  const origins = new Origins(sourceCode, lookupWith(settings, context), settings);
  if (types) origins.lastResort = (node, id) => types.valueOf(node, origins.bindings, id);
  const it = new Interpreter(origins, (producer, at) => hasHolder(at, producer));
  if (record) it.courses = new Courses((thing) => it.idOf(thing));
  const { index, relevance } = origins;
  // A wrapper's functions have names of their own.
  const functions =
    settings.modules.length > 0
      ? index.functions
      : index.functions.filter((fn) => relevance.functions.has(fn));
  const base = settledVariables(it, enter(it, undefined));
  enterMade(it, base);
  const later: FunctionNode[] = [];
  for (const fn of functions) {
    if (it.entered.has(fn) && it.made.has(fn)) continue;
    if (isEntry(origins, fn)) enter(it, fn, base);
    else later.push(fn);
  }
  handOutFields(it, base);
  enterHandedOut(it, base);
  for (const fn of later) if (!it.entered.has(fn)) enter(it, fn, base);
  enterHandedOut(it, base);
  callForms(it);
  enterThoseThatPut(it, base);
  rawOffsets(it);
  producerSettings(it);
  deadTests(it);
  const found = it.findings.all
    .filter((f) => !isGuard(it, f) && !isClosedByCallers(it, f))
    .map((f) => asReuse(it, f));
  return { findings: arbitrated(found), all: found, interpreter: it, origins };
}

/**
 * What the top level leaves in variables that nobody assigns again, where the text alone does not say it: functions with what
 * they have captured, objects and lists of them.
 */
function settledVariables(it: Interpreter, state: State): State {
  let base = State.empty;
  for (const [id, fact] of state.factsOf('cell')) if (id.startsWith('class:')) base = base.withFact(id, fact);
  const { bindings } = it.origins;
  for (const { variable, value } of state.variables) {
    if (bindings.isLocal(variable) || bindings.isChanged(variable) || value.plain) continue;
    const better =
      value.kind === 'object' ||
      value.kind === 'list' ||
      (value.kind === 'function' && (value.captured.size > 0 || value.bound.length > 0)) ||
      ((value.kind === 'native' || value.kind === 'api') &&
        it.origins.variableValue(variable).kind === 'unknown');
    if (better) base = base.set(variable, value);
  }
  return base;
}

/** Whether code outside of the file can call a function: it is exported, a public method, or a value given to somebody. */
function isEntry(origins: Origins, fn: FunctionNode): boolean {
  if (origins.callsOf(fn)) return false;
  const { parent } = fn;
  if (parent.type === T.MethodDefinition) {
    return !(
      parent.key.type === T.PrivateIdentifier ||
      parent.accessibility === 'private' ||
      parent.kind === 'constructor' ||
      parent.kind === 'get'
    );
  }
  if (fn.type === T.FunctionDeclaration) return true;
  if (parent.type === T.VariableDeclarator) return true;
  if (parent.type === T.PropertyDefinition)
    return !(parent.key.type === T.PrivateIdentifier || parent.accessibility === 'private');
  if (parent.type === T.AssignmentExpression || parent.type === T.ExportDefaultDeclaration) return true;
  return false;
}

/** Enters functions that calls at the top level have made, with what they were given. */
function enterMade(it: Interpreter, base: State): void {
  for (const { value } of base.variables)
    for (const fn of functionsIn(value))
      if ((fn.captured.size > 0 || fn.bound.length > 0) && !it.handedOut.has(fn.key))
        it.handedOut.set(fn.key, fn);
  enterHandedOut(it, base);
}

/** How many functions made of others are entered for what they are made of. */
const MOST_MADE = 40;

/** Enters functions that are made of others and that code outside of the file gets, and those that these hand out in turn. */
function enterHandedOut(it: Interpreter, base: State): void {
  // A map is gone through to its end, with what is added meanwhile.
  for (const [key, fn] of it.handedOut) {
    if (!fn) continue;
    if (it.handedOut.size > MOST_MADE) return;
    it.handedOut.set(key, undefined);
    it.made.add(fn.node);
    enter(it, fn.node, base, fn);
  }
}

/** Enters functions that work on no transaction, but put something into a list from which positions are sent, and those that call them. */
function enterThoseThatPut(it: Interpreter, base: State): void {
  const { index } = it.origins;
  const enterAround = (name: string): FunctionNode[] =>
    (index.names.get(name) ?? []).flatMap((node) => {
      const fn = enclosingFunction(node);
      if (!fn || it.entered.has(fn)) return [];
      enter(it, fn, base);
      return [fn];
    });
  for (const home of homesOfOffsets(it))
    for (const fn of enterAround(nameOf(it, home))) {
      const { parent } = fn;
      const name = parent.type === T.MethodDefinition ? staticName(parent.key, parent.computed) : fn.id?.name;
      if (name !== undefined) enterAround(name.replace(/^#/, ''));
    }
}

/** Hands out what calls give to the fields of classes of which nothing was entered. */
function handOutFields(it: Interpreter, base: State): void {
  for (const cls of it.origins.index.classes) {
    const own = it.origins.concreteOf(cls);
    const self = instance(own, `this:${it.idOf(own)}`);
    if (!it.constructed.has(own) && hasGivenFields(own))
      execute(it, undefined, base, () => [valued(initialised(it, base, own, self), undefinedValue)]);
  }
}

/** Executes a function, or the top level, as an entry of the file. */
function enter(
  it: Interpreter,
  fn: FunctionNode | undefined,
  base: State = State.empty,
  made?: FunctionValue,
): State {
  if (!fn) return execute(it, fn, base, () => block(it, it.sourceCode.ast.body, State.empty));
  it.entered.add(fn);
  return execute(it, fn, base, () => {
    const callee = made ?? func(fn, it.idOf(fn), { self: selfOf(it, fn) });
    return callFunction(it, baseState(it, base, callee.self), callee, entryArguments(it, fn), fn);
  });
}

/** Executes something as code out of view does, and judges the ways on which it ends; gives the state that the top level leaves. */
function execute(
  it: Interpreter,
  fn: FunctionNode | undefined,
  base: State,
  way: () => readonly Outcome[],
): State {
  if (it.steps >= STEPS_PER_FILE) return base;
  it.limit = Math.min(it.steps + STEPS_PER_ENTRY, STEPS_PER_FILE);
  it.entry = fn;
  it.findings.entry = fn;
  it.enteredNow.clear();
  it.continued.clear();
  it.frames.push({
    fn: undefined,
    call: undefined,
    self: undefined,
    handlers: 0,
    ignored: false,
    yields: undefined,
    work: '',
  });
  try {
    const outcomes = way();
    for (const outcome of outcomes) leave(it, outcome);
    if (fn) unheard(it, fn, outcomes);
    else return outcomes.find((o) => o.how === 'value')?.state ?? base;
  } catch (error) {
    if (!(error instanceof OutOfSteps) && !isTooDeep(error)) throw error;
    it.exhausted = true;
  } finally {
    unguardedAborts(it);
    it.frames.length = 0;
    it.handling.length = 0;
    it.turns.length = 0;
    it.tries = 0;
  }
  return base;
}

/** Whether code that can run later, outside of the entry being executed, holds the producer and could end its transaction. */
function hasHolder(it: Interpreter, producer: string): boolean {
  const made = it.origins.madeAt(producer);
  if (!made) return true;
  // What goes on with a transaction that an earlier call has begun leaves its own to later calls of what ends it.
  const isContinued = it.continued.has(producer);
  for (const call of it.origins.enders(producer)) {
    let at: TSESTree.Node | undefined = call;
    let inside = false;
    while (at) {
      if (isFunction(at)) {
        const isEntered = at === it.entry || it.enteredNow.has(at);
        if (isEntered && !(isContinued && at !== it.entry && isEntry(it.origins, at))) inside = true;
      }
      at = at.parent;
    }
    if (!inside) return true;
  }
  return false;
}

/**
 * Whether what a handler goes on after is the failure of an abort that cleans up after errors, too: the guard is made for these, and
 * takes it as the lesser failure where the same abort ends a transaction that nobody wants.
 */
const isGuard = (it: Interpreter, { kind, operation, error }: Finding): boolean =>
  kind === 'swallowed' && operation === 'abort' && error !== undefined && it.cleaning.has(error);

/**
 * Whether what leaves a transaction open by throwing is called by code of the file that then closes the producer: what other callers
 * do, if there are any, is out of view.
 */
function isClosedByCallers(it: Interpreter, { kind, detail, node, entries }: Finding): boolean {
  if (kind !== 'left-open' || detail !== 'throws' || it.stranded.has(node)) return false;
  const left = it.closedBehind.get(node);
  return left !== undefined && [...(entries ?? [])].every((entry) => entry !== undefined && left.has(entry));
}

/** What fails to begin in a loop over items is not the same work again, but other work on the same producer. */
const asReuse = (it: Interpreter, finding: Finding): Finding =>
  finding.kind === 'futile-retry' &&
  finding.turn !== undefined &&
  finding.related &&
  it.itemTurns.has(finding.turn)
    ? { ...finding, kind: 'defunct-reuse', node: finding.related, detail: '' }
    : finding;

/**
 * Aborts whose own failure hides the error being handled, as far as an entry has shown: where the abort succeeds somebody hears
 * of that error, where it fails nobody does.
 */
function unguardedAborts(it: Interpreter): void {
  // Whoever else calls the same function has handlers of their own.
  const { unguarded, toldAfter } = it;
  for (const { abort, cause, handler } of unguarded.splice(0)) {
    const source = it.sourceOf(abort);
    if (!source?.table || !toldAfter.has(`${abort} ${cause}`)) continue;
    it.findings.add({
      kind: 'unguarded-abort',
      // A call that does whatever it is told is not where the abort is decided on.
      node: it.isGeneric(source) ? (it.abortSites.get(abort) ?? source.node) : source.node,
      client: source.table.client,
      operation: 'abort',
      call: source.node,
      deed: source.node,
      rows: new Set(),
      detail: '',
      error: abort,
      related: it.sourceOf(cause)?.node,
      handler,
    });
  }
  toldAfter.clear();
}

/** What a rule's context tells of a file beside its text. */
export interface FileContext extends FilePlace {
  readonly settings: Readonly<Record<string, unknown>>;
}

const NOWHERE: FileContext = { settings: {}, filename: 'text.js', cwd: '.' };

interface Kept {
  readonly given: unknown;
  readonly analysis: Analysis | undefined;
}
const analyses = new WeakMap<object, Kept>();

/**
 * The analysis of a file, done once.
 *
 * @param sourceCode - The file.
 * @param context - A rule's context: its settings, and where the file is.
 * @returns The analysis; undefined for a file without a trace of a client.
 * @throws Error when the settings are wrong, or ask for types that the parser does not give.
 */
export function analysisOf(
  sourceCode: Readonly<TSESLint.SourceCode>,
  context: FileContext = NOWHERE,
): Analysis | undefined {
  const given = context.settings[SETTINGS_KEY];
  const known = analyses.get(sourceCode);
  if (known && known.given === given) return known.analysis;
  const settings = settingsOf(given);
  const types = settings.types ? checkedTypesOf(sourceCode) : undefined;
  const analysis = attempted(sourceCode, context, settings, types);
  analyses.set(sourceCode, { given, analysis });
  return analysis;
}

/**
 * The same analysis with a record of what is done after each error, for those who want to see it; not kept.
 *
 * @param sourceCode - The file.
 * @param context - A rule's context: its settings, and where the file is.
 * @returns The analysis, whose interpreter has the record; undefined for a file without a trace of a client.
 * @throws Error when the settings are wrong, or ask for types that the parser does not give.
 */
export function recordedAnalysisOf(
  sourceCode: Readonly<TSESLint.SourceCode>,
  context: FileContext,
): Analysis | undefined {
  const settings = settingsOf(context.settings[SETTINGS_KEY]);
  const types = settings.types ? checkedTypesOf(sourceCode) : undefined;
  return attempted(sourceCode, context, settings, types, true);
}

/** Analyses a file that has a trace of a client; one that is nested too deeply for it is left alone. */
function attempted(
  sourceCode: Readonly<TSESLint.SourceCode>,
  context: FileContext,
  settings: Settings,
  types: CheckedTypes | undefined,
  record = false,
): Analysis | undefined {
  try {
    return hasTraceOfClient(sourceCode, settings, types)
      ? analyse(sourceCode, context, types, record)
      : undefined;
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    return undefined;
  }
}

/** The stack has run out. */
const isTooDeep = (error: unknown): boolean =>
  error instanceof RangeError && /call stack/i.test(error.message);
