import type { TSESTree } from '@typescript-eslint/utils';
import type { FunctionNode } from '../model/syntax.js';
import type { Operation, RowId } from '../taxonomy/index.js';
import type { ErrorSource } from './errors.js';
import type { Finding } from './finding.js';
import type { Interpreter } from './interpreter.js';
import type { ErrorFact, State } from './state.js';

/**
 * What a program does next after an error, one step of it.
 *
 * Operations: `aborts`, `commits`, `sends-again` (the same records, or offsets, in the same transaction), `tries-again` (the call that
 * failed), `begins` (a transaction, on the same producer), `replays` (the same records in that one), `initialises`, `closes`,
 * `replaces` (makes a producer), `goes-on` (other work of the transaction, or a loop's next turn), `abort-fails` (what comes next
 * comes of that).
 *
 * Telling: `throws`, `returns` (a value), `hands-on` (to code out of view), `stores` (where others can read it), `exits` (ends the process, or sets its status).
 *
 * Ends: `surfaces` (leaves the file's code as it is), `replaced` (another error leaves in its place), `hidden` (the error of the
 * clean-up leaves in its place), `yields` (the error that led to the clean-up leaves instead), `swallowed` (a handler took it and
 * nobody heard of it), `unheard` (its promise is left to itself), `unseen` (code out of view has judged it), `left-open` (nobody is
 * left who could end the transaction), `left-to-holder` (whoever has the producer can), `ends` (nothing more is to be said).
 */
export type StepKind =
  | 'aborts'
  | 'commits'
  | 'sends-again'
  | 'tries-again'
  | 'begins'
  | 'replays'
  | 'initialises'
  | 'closes'
  | 'replaces'
  | 'goes-on'
  | 'abort-fails'
  | 'throws'
  | 'returns'
  | 'hands-on'
  | 'stores'
  | 'exits'
  | 'surfaces'
  | 'replaced'
  | 'hidden'
  | 'yields'
  | 'swallowed'
  | 'unheard'
  | 'unseen'
  | 'left-open'
  | 'left-to-holder'
  | 'ends';

/** A step, and where it is done. */
export interface Step {
  readonly kind: StepKind;
  readonly node: TSESTree.Node;
}

/** The transaction in which something happens, or the producer that is initialised. */
export interface Scope {
  readonly of: 'transaction' | 'producer';
  /** Where the transaction is begun; undefined for one that is received. */
  readonly begun: TSESTree.Node | undefined;
  /** The function that receives it, or undefined for the top level. */
  readonly entry: FunctionNode | undefined;
  readonly producer: string;
}

/** What has been done since an error came up, on one way. Its key tells it from other courses. */
export interface Course {
  readonly scope: Scope;
  readonly steps: readonly Step[];
  /** Other work has begun: what is done from now on is not done because of the error. */
  readonly past: boolean;
  readonly key: string;
}

/** A course that was seen: of which error, and for which of its variants. */
export interface SeenCourse {
  readonly source: ErrorSource;
  readonly course: Course;
  readonly mask: bigint;
}

/** A report, with the errors that were about when it was made. */
export interface Report {
  readonly kind: Finding['kind'];
  readonly node: TSESTree.Node;
  readonly error: string | undefined;
  readonly scope: Scope | undefined;
  /** The variants of the error that lead to it, where they are known. */
  readonly mask: bigint | undefined;
  /** For a report that is about no error in particular: the errors on the way to it, and which of their variants. */
  readonly present: readonly { readonly source: ErrorSource; readonly mask: bigint; readonly scope: Scope }[];
}

const OPERATION_STEPS: Readonly<Record<Operation, StepKind>> = {
  create: 'replaces',
  init: 'initialises',
  begin: 'begins',
  send: 'goes-on',
  sendOffsets: 'goes-on',
  commit: 'commits',
  abort: 'aborts',
  close: 'closes',
};

/** Steps after which somebody knows of the error, or need not. */
const TELLING: ReadonlySet<StepKind> = new Set([
  'returns',
  'hands-on',
  'stores',
  'exits',
  'closes',
  'replaces',
]);

/** An operation that is about to be done, as far as courses need it. */
interface Deed {
  readonly node: TSESTree.Node;
  readonly operation: Operation;
  readonly transaction: string | undefined;
  readonly producer: string;
  readonly text: string;
  readonly varies: readonly string[];
}

/**
 * Records what the program does next after every error, for those who ask. The rules do not: without a record the interpreter keeps
 * none of this.
 */
export class Courses {
  readonly #seen = new Map<string, SeenCourse>();
  readonly #scopes = new Map<string, Scope>();
  readonly reports: Report[] = [];
  /** The variants that sets of rows were made of. */
  readonly masks = new WeakMap<ReadonlySet<RowId | 'unknown'>, bigint>();

  constructor(private readonly idOf: (thing: object) => string) {}

  get seen(): Iterable<SeenCourse> {
    return this.#seen.values();
  }

  scope(of: Scope): Scope {
    const key = [
      of.of,
      of.begun ? this.idOf(of.begun) : `${of.entry ? this.idOf(of.entry) : ''} ${of.producer}`,
    ].join(' ');
    const known = this.#scopes.get(key);
    if (known) return known;
    this.#scopes.set(key, of);
    return of;
  }

  /** A course at its start. */
  start(scope: Scope): Course {
    return { scope, steps: [], past: false, key: this.#scopeKey(scope) };
  }

  /** The course of an error of the application's own that comes up while a transaction goes on; undefined while none does. */
  own(it: Interpreter, state: State): { readonly course: Course } | undefined {
    const found = state
      .factsOf('transaction')
      .findLast(
        ([, fact]) => fact.state === 'open' || fact.state === 'must-abort' || fact.state === 'in-doubt',
      );
    if (!found) return undefined;
    const [, { begun, producer }] = found;
    const entry = begun ? undefined : it.entry;
    return { course: this.start(this.scope({ of: 'transaction', begun, entry, producer })) };
  }

  #scopeKey(scope: Scope): string {
    return scope.begun
      ? this.idOf(scope.begun)
      : `${scope.entry ? this.idOf(scope.entry) : ''} ${scope.producer}`;
  }

  /** Notes how far an error's course has come. */
  note(it: Interpreter, error: string, fact: ErrorFact): void {
    const { course, mask } = fact;
    const source = it.sourceOf(error);
    if (!course || !source) return;
    const key = `${error} ${course.key}`;
    const known = this.#seen.get(key);
    this.#seen.set(key, { source, course, mask: mask | (known?.mask ?? 0n) });
  }

  /** Adds a step to an error's course. The same step is not added twice. */
  step(
    it: Interpreter,
    state: State,
    error: string,
    kind: StepKind,
    node: TSESTree.Node,
    past = false,
  ): State {
    const fact = state.fact('error', error);
    if (!fact?.course) return state;
    const course = this.#after(fact.course, kind, node, past);
    const next = course === fact.course ? fact : { ...fact, course };
    this.note(it, error, next);
    return next === fact ? state : state.withFact(error, next);
  }

  #after(course: Course, kind: StepKind, node: TSESTree.Node, past: boolean): Course {
    const isNew = !course.steps.some((s) => s.kind === kind && (s.node === node || kind === 'goes-on'));
    if (!isNew && (course.past || !past)) return course;
    return {
      ...course,
      past: course.past || past,
      steps: isNew ? [...course.steps, { kind, node }] : course.steps,
      key: isNew ? `${course.key} ${kind}@${this.idOf(node)}` : `${course.key} !`,
    };
  }

  /** An operation is done: a step of every error of its transaction or producer that is about. */
  operation(it: Interpreter, before: State, deed: Deed, own: string): State {
    let state = before;
    for (const [error, fact] of before.factsOf('error')) {
      if (!fact.course || fact.course.past) continue;
      // What nobody has seen yet is no reason for anything, but what ends the transaction ends it for that, too.
      const isPending = before.fact('debt', error) !== undefined && !it.settling.includes(error);
      if (isPending && deed.operation !== 'commit' && deed.operation !== 'abort') continue;
      if (error === own) {
        const isOther = this.#isOtherWork(it, state, deed, error);
        state = this.step(it, state, error, isOther ? 'goes-on' : 'tries-again', deed.node, true);
        continue;
      }
      const source = it.sourceOf(error);
      const concerns =
        source?.table === undefined
          ? fact.course.scope.producer === deed.producer
          : (source.transaction !== undefined && source.transaction === deed.transaction) ||
            ((deed.operation === 'begin' || deed.operation === 'init' || deed.operation === 'close') &&
              source.producer === deed.producer);
      if (!concerns) continue;
      const kind = this.#stepOf(state, deed, error, source?.table?.operation);
      state = this.step(it, state, error, kind, deed.node, kind === 'begins');
    }
    return state;
  }

  /** Whether the call that an error is of is made again for something else: other records, the next item. */
  #isOtherWork(it: Interpreter, state: State, deed: Deed, error: string): boolean {
    const producer = state.fact('producer', deed.producer);
    if (producer?.error === error && producer.past) return true;
    if (deed.operation !== 'send') return false;
    const failed = this.#failedSend(state, deed, error);
    return failed
      ? failed.past || failed.text !== deed.text
      : deed.varies.some((turn) => it.turns.includes(turn));
  }

  #failedSend(state: State, deed: Deed, error: string) {
    return deed.transaction === undefined
      ? undefined
      : state.fact('transaction', deed.transaction)?.failed.find((f) => f.error === error);
  }

  #stepOf(state: State, deed: Deed, error: string, failed: Operation | undefined): StepKind {
    const kind = OPERATION_STEPS[deed.operation];
    if (deed.operation === 'send' && failed === 'send') {
      const entry = this.#failedSend(state, deed, error);
      return entry && !entry.past && entry.text === deed.text ? 'sends-again' : kind;
    }
    return deed.operation === 'sendOffsets' && failed === 'sendOffsets' ? 'sends-again' : kind;
  }

  /** A producer is made: that replaces the one of every error being handled. */
  replaced(it: Interpreter, state: State, node: TSESTree.Node): State {
    return state
      .factsOf('error')
      .reduce((s, [error, fact]) => (fact.handler ? this.step(it, s, error, 'replaces', node) : s), state);
  }

  /** Somebody hears of errors. */
  told(it: Interpreter, state: State, errors: readonly string[], kind: StepKind, node: TSESTree.Node): State {
    return errors.reduce((s, error) => this.step(it, s, error, kind, node), state);
  }

  /** An abort has failed: what is done from now on is done because of that. */
  abortFailed(it: Interpreter, state: State, node: TSESTree.Node): State {
    return state
      .factsOf('error')
      .reduce(
        (s, [error, { course }]) =>
          course?.steps.some((step) => step.kind === 'aborts' && step.node === node)
            ? this.step(it, s, error, 'abort-fails', node)
            : s,
        state,
      );
  }

  /**
   * A loop comes round: errors that are forgotten with that, and those of work that is past, are at their end. `isLeft` says of an
   * error whether the loop goes on to other work than that which failed.
   */
  turned(
    it: Interpreter,
    before: State,
    after: State,
    loop: TSESTree.Node,
    isLeft: (error: string) => boolean,
  ): State {
    let state = after;
    for (const [error, fact] of before.factsOf('error')) {
      if (!fact.course) continue;
      const kept = after.fact('error', error);
      const gone = kept ? fact.mask & ~kept.mask : fact.mask;
      if (!kept || gone !== 0n) {
        const end: StepKind =
          fact.surfaced || fact.course.past
            ? 'ends'
            : fact.handler && !fact.judged && isLeft(error)
              ? 'swallowed'
              : 'goes-on';
        const node = end === 'swallowed' ? (fact.handler ?? loop) : loop;
        const course = this.#after(fact.course, end, node, true);
        this.note(it, error, { ...fact, mask: kept ? gone : fact.mask, course });
      }
    }
    for (const { fact } of after.facts) {
      if (fact.is === 'producer' && fact.past && fact.error !== undefined)
        state = this.#passed(it, state, fact.error, loop);
      if (fact.is !== 'transaction') continue;
      for (const failed of fact.failed) if (failed.past) state = this.#passed(it, state, failed.error, loop);
    }
    return state;
  }

  #passed(it: Interpreter, state: State, error: string, loop: TSESTree.Node): State {
    const fact = state.fact('error', error);
    if (!fact?.course || fact.course.past) return state;
    return fact.handler && !fact.surfaced && !fact.judged
      ? this.step(it, state, error, 'swallowed', fact.handler, true)
      : this.step(it, state, error, 'goes-on', loop, true);
  }

  /** Notes a report, with the errors about. */
  reported(
    it: Interpreter,
    state: State,
    report: Pick<Report, 'kind' | 'node' | 'error'>,
    rows: ReadonlySet<RowId | 'unknown'> | undefined,
  ): void {
    const about = report.error === undefined ? undefined : state.fact('error', report.error);
    const present =
      report.error === undefined
        ? state.factsOf('error').flatMap(([error, fact]) => {
            const source = it.sourceOf(error);
            return source && fact.course ? [{ source, mask: fact.mask, scope: fact.course.scope }] : [];
          })
        : [];
    const mask = rows && this.masks.get(rows);
    this.reports.push({ ...report, mask, scope: about?.course?.scope, present });
  }

  /** Control leaves the file's code: the end of every error's course. `told` are the errors that leave with it. */
  left(
    it: Interpreter,
    state: State,
    told: readonly string[],
    fails: boolean,
    opens: (transaction: string) => 'left-open' | 'left-to-holder' | undefined,
  ): void {
    const errors = state.factsOf('error');
    for (const [error, fact] of errors) {
      const { course } = fact;
      const source = it.sourceOf(error);
      if (!course || !source) continue;
      const kind = this.#endOf(it, state, error, fact, source, told, fails);
      const node =
        (kind === 'surfaces' ? course.steps.findLast((s) => s.kind === 'throws')?.node : undefined) ??
        (kind === 'surfaces' && fact.handler === undefined ? source.node : undefined) ??
        fact.handler ??
        source.node;
      let next = this.step(it, state, error, kind, node);
      const transaction =
        source.transaction ?? this.#openOf(state, course.scope, (id) => opens(id) !== undefined);
      const open = transaction === undefined || course.past ? undefined : opens(transaction);
      if (open) next = this.step(it, next, error, open, node);
    }
  }

  #openOf(state: State, scope: Scope, isOpen: (id: string) => boolean): string | undefined {
    return state
      .factsOf('transaction')
      .find(([id, fact]) => fact.begun !== undefined && fact.begun === scope.begun && isOpen(id))?.[0];
  }

  #endOf(
    it: Interpreter,
    state: State,
    error: string,
    fact: ErrorFact,
    source: ErrorSource,
    told: readonly string[],
    fails: boolean,
  ): StepKind {
    if (told.includes(error)) return 'surfaces';
    if (fact.course?.past === true || fact.course?.steps.some((s) => TELLING.has(s.kind))) return 'ends';
    const others = state.factsOf('error').filter(([id]) => id !== error);
    const isHeard = (id: string, other: ErrorFact): boolean => told.includes(id) || other.surfaced;
    if (others.some(([id, other]) => other.during.includes(error) && isHeard(id, other))) return 'hidden';
    if (
      source.table?.operation === 'abort' &&
      others.some(
        ([id, other]) =>
          isHeard(id, other) &&
          (fact.during.includes(id) || it.sourceOf(id)?.transaction === source.transaction),
      )
    )
      return 'yields';
    if (fails) return 'replaced';
    if (fact.judged) return 'unseen';
    if (fact.surfaced) return 'ends';
    return fact.handler ? 'swallowed' : 'unheard';
  }
}
