import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { Origins } from '../model/origins.js';
import type { Settings } from '../model/settings.js';
import type { ClassNode, ConstructorNode, FunctionNode, LoopNode } from '../model/syntax.js';
import { type FunctionValue, type Value, union } from '../model/value.js';
import type { Operation } from '../taxonomy/index.js';
import { AskedConditions } from './asked.js';
import { isBoundedLoop } from './bounds.js';
import type { Courses, StepKind } from './courses.js';
import type { ErrorSource } from './errors.js';
import { Findings } from './finding.js';
import type { Outcome } from './outcome.js';
import { created } from './producers.js';
import { surfaced } from './promises.js';
import { Sightings } from './sightings.js';
import type { State } from './state.js';
import type { Sink } from './unseen-calls.js';

export type Variable = TSESLint.Scope.Variable;

/** One function being executed. */
export interface Frame {
  readonly fn: FunctionNode | undefined;
  /** The call that entered the function. */
  readonly call: TSESTree.Node | undefined;
  readonly self: Value | undefined;
  /** How many handlers were being executed when the function was entered. */
  readonly handlers: number;
  /** Nobody takes what the function returns. */
  readonly ignored: boolean;
  /** What a generator has yielded, and the states in which it waits to be asked for more. */
  readonly yields: { readonly values: Value[]; readonly waiting: State[] } | undefined;
  /** The functions that it was given, by where they stand. */
  readonly work: string;
  /** The statement being executed, where somebody records. */
  at?: TSESTree.Node;
}

/** What was seen of an error test: whether it was ever true, and for which operations it was asked. */
export interface TestRecord {
  readonly node: TSESTree.Node;
  readonly spelling: string;
  readonly property: string;
  /** The client's table has no constant of that name. */
  readonly missing: boolean;
  /** It compares with a constant of a client's table. */
  readonly isConstant: boolean;
  readonly sources: Set<ErrorSource>;
  everTrue: boolean;
}

/** Thrown when the analysis of one entry has taken too many steps. */
export class OutOfSteps extends Error {}

/** Executes a file's functions abstractly: every way control can take, with what is known on it. */
export class Interpreter {
  readonly findings = new Findings();
  readonly frames: Frame[] = [];
  /** The errors that the handlers being executed have, innermost last. */
  readonly handling: { readonly errors: readonly string[]; readonly node: TSESTree.Node }[] = [];
  /** The loops, recursions and helpers being executed, innermost last. */
  readonly turns: string[] = [];
  readonly loops: LoopNode[] = [];
  /** The calls that were recognised as operations. */
  readonly operations = new Set<TSESTree.Node>();
  readonly entered = new Set<FunctionNode>();
  readonly seen = new Sightings();
  /** The transactions begun, with how many entries `touched` had then, and the calls that led there. */
  readonly begun: {
    readonly transaction: string;
    readonly node: TSESTree.Node;
    readonly frames: readonly Frame[];
  }[] = [];
  /** The calls that work on each transaction. */
  readonly works = new Map<string, Set<TSESTree.Node>>();
  /** The classes of the program's own errors, by the names of what is made of them. */
  readonly errorClasses = new Map<string, ClassNode>();
  /** What is known of calls out of view by their text. */
  readonly sinks = new Map<TSESTree.Node, Sink>();
  /** How many calls of a client's methods there have been. */
  calls = 0;
  /** The producers that functions being executed have made, and which function it was. */
  readonly makers = new Map<string, FunctionNode | undefined>();
  /** The promises whose handlers are being executed: what they owe has been waited for. */
  readonly settling: string[] = [];
  /** The transactions on which operations were done, in order. */
  readonly touched: string[] = [];
  readonly touchedBy: Operation[] = [];
  readonly tests = new Map<TSESTree.Node, TestRecord>();
  /** The loops and recursions whose turns are about other records each. */
  readonly itemTurns = new Set<string>();
  readonly recursions = new Map<TSESTree.Node, string>();
  /** How many calls that cannot be seen into there have been. */
  unseenCalls = 0;
  /** The calls of retry helpers. */
  readonly helpers = new Set<TSESTree.Node>();
  /** Retry helpers that have no bound, by the call that repeats, and loops over what has no end. */
  readonly unbounded = new Set<TSESTree.Node>();
  readonly #sources = new Map<string, ErrorSource>();
  steps = 0;
  limit = 0;
  /** The functions entered as the values that calls at the top level have made. */
  readonly made = new Set<FunctionNode>();
  /** Functions made of others that code outside of the file can call, by their keys; undefined once they were entered. */
  readonly handedOut = new Map<string, FunctionValue | undefined>();
  /** Functions that timers and emitters call: what they leave to itself has nobody else either. */
  readonly calledLater = new Set<FunctionNode>();
  /** Async functions whose promises nobody takes, by the call that they are given to. */
  readonly listeners = new Map<FunctionNode, TSESTree.Node>();
  /** The producers that are others at each turn of some loops: the items of a list, or what is kept by key. */
  readonly changing = new Map<string, readonly string[]>();
  /** Tests that something was asked with, of which nobody knows what it is: the error of another library, say. */
  readonly askedOfUnseen = new Set<TSESTree.Node>();
  /** What calls out of view throw that have a client's thing: it may be an error of the client, of whatever operation. */
  readonly thrownByHolders = new Set<string>();
  /** The errors of the application's own that may be such. */
  readonly ofHolders = new Set<string>();
  /** Tests that such an error comes to. */
  readonly askedOfHolders = new Set<TSESTree.Node>();
  /** What the constructor of each class leaves in its fields. */
  readonly constructed = new Map<ConstructorNode, ReadonlyMap<string, Value>>();
  /** Aborts that failed while an error was being handled which then reached nobody. */
  readonly unguarded: { abort: string; cause: string; handler: TSESTree.Node | undefined }[] = [];
  /** The `Promise.allSettled` that has taken each error. */
  readonly settledBy = new Map<string, TSESTree.Node>();
  /** Where transactions were begun whose handle a handler does not have that asks for it. */
  readonly stranded = new Set<TSESTree.Node>();
  /** The functions that an error left with a transaction open whose producer a caller then closed, by where it was begun. */
  readonly closedBehind = new Map<TSESTree.Node, Set<FunctionNode>>();
  /** The transactions of whose operations code out of view knows how they went, and is asked. */
  readonly askedElsewhere = new Set<string>();
  /** Where to point for each abort: in the function of the handler that it was called from. */
  readonly abortSites = new Map<string, TSESTree.Node>();
  /** Aborts (by their error's name) and errors that somebody heard of after the abort had succeeded. */
  readonly toldAfter = new Set<string>();
  /** The entry being executed; undefined is the file's top level. */
  entry: FunctionNode | undefined;
  /** The functions entered since the current entry began. */
  readonly enteredNow = new Set<FunctionNode>();
  /** For each error in which something was looked for by a field, what it is where that was found. */
  readonly foundIn = new Map<string, readonly bigint[]>();
  /** The failures of aborts that clean up after another error somewhere. */
  readonly cleaning = new Set<string>();
  /** The producers on which the current entry has gone on with a transaction that it has not begun. */
  readonly continued = new Set<string>();
  /** Some entry took too many steps: what is universal over all ways cannot be said. */
  exhausted = false;
  /** Whether a loop had more states than were followed, so that what was never seen there may still happen. */
  leftOut = false;
  /** What try statements in the loop being executed have led to, by the state they were entered in. */
  memo:
    | {
        readonly frames: number;
        readonly handlers: number;
        readonly done: Map<
          TSESTree.Node,
          Map<string, { readonly state: State; readonly outcomes: readonly Outcome[] }>
        >;
      }
    | undefined;
  /** How many try statements surround the point of execution. */
  tries = 0;
  /** The attempts of retry helpers being executed: how many handlers were being executed when each began. */
  readonly attempts: number[] = [];
  /** The promises made by hand whose executors are being executed. */
  readonly executing: string[] = [];
  /** How many promises made by hand were settled by now. */
  settlements = 0;
  /** Where transactions begin that are left open on some way to whoever else in the file has the producer. */
  readonly leftToHolders = new Set<TSESTree.Node>();
  /** Where a second alternative is being evaluated, `a || b`: the states in which the first is true. */
  readonly alternatives: (readonly State[])[] = [];
  /** The conditions on unknown values that are asked more than once. */
  readonly asked: AskedConditions;
  /** The variables that end with a block, worked out once. */
  readonly endingWith: Map<TSESTree.Node, readonly Variable[]>;
  /** Whether the turns of loops over items are about these. */
  readonly aboutItems = new Map<TSESTree.Node, boolean>();
  /** The variables that a loop changes. */
  readonly updatedIn: Map<TSESTree.Node, ReadonlySet<Variable>>;
  /** The values that an entry was given, as the texts of unknown ones. */
  readonly givenTo = new Map<FunctionNode, readonly string[]>();
  /** The parameters of a function that get something else when it calls itself. */
  readonly changingParameters = new Map<FunctionNode, ReadonlySet<number>>();
  /** The record of what is done after each error; undefined where nobody asks. */
  courses: Courses | undefined;

  constructor(
    readonly origins: Origins,
    readonly isHeld: (producer: string, it: Interpreter) => boolean,
  ) {
    const { sourceCode, bindings, index } = origins;
    this.endingWith = new Map();
    this.updatedIn = new Map();
    this.asked = new AskedConditions(sourceCode, bindings, index);
  }

  get sourceCode(): Readonly<TSESLint.SourceCode> {
    return this.origins.sourceCode;
  }
  get settings(): Settings {
    return this.origins.settings;
  }
  get frame(): Frame {
    return this.frames.at(-1) as Frame;
  }
  idOf(thing: object): string {
    return this.origins.bindings.idOf(thing);
  }
  addSource(source: ErrorSource): void {
    this.#sources.set(source.id, source);
  }
  readonly #work = new Map<string, readonly string[]>();
  /** The loops with whose turns the work that an error interrupted changes. */
  workOf(error: string): readonly string[] {
    return this.#work.get(error) ?? [];
  }
  setWork(error: string, varies: readonly string[]): void {
    this.#work.set(error, varies);
  }
  sourceOf(error: string): ErrorSource | undefined {
    return this.#sources.get(error);
  }
  get sources(): Iterable<ErrorSource> {
    return this.#sources.values();
  }
  /** Whether the call that raised an error does other operations too, as a generic wrapper's does. */
  isGeneric(source: ErrorSource): boolean {
    for (const other of this.#sources.values()) {
      if (other.node === source.node && other.table && other.table.operation !== source.table?.operation)
        return true;
    }
    return false;
  }
  /** The id of what comes round again at a node: a loop, a helper's call, a recursive call. */
  turnOf(node: TSESTree.Node): string {
    return this.recursions.get(node) ?? this.idOf(node);
  }
  hasHolder(producer: string): boolean {
    return this.isHeld(producer, this);
  }
  isBounded(node: TSESTree.Node): boolean {
    if (this.unbounded.has(node)) return false;
    return this.helpers.has(node) || isBoundedLoop(node, this.sourceCode.visitorKeys);
  }

  /** The errors being handled that nobody has been told of. */
  handledNow(state: State): readonly string[] {
    let all: readonly string[] = [];
    for (const { errors } of this.handling) {
      all = union(
        all,
        errors.filter((e) => state.fact('error', e)?.surfaced === false),
      );
    }
    return all;
  }

  /** The calls by which the function being executed was reached, outermost first. */
  get callers(): readonly TSESTree.Node[] {
    return this.frames.flatMap((f) => (f.call ? [f.call] : []));
  }

  /** Whether somebody handles what a call that cannot be seen into throws here: a try statement, or the helper that repeats an attempt. */
  get isTried(): boolean {
    return this.tries > 0 || this.attempts.at(-1) === this.handling.length;
  }

  step(): void {
    if (++this.steps > this.limit) throw new OutOfSteps();
  }

  /** A producer that has just been made. */
  created(state: State, value: Value, node: TSESTree.Node): State {
    const next = created(this, state, value);
    if (value.kind === 'api') this.makers.set(value.id, this.frame.fn);
    return next === state ? next : (this.courses?.replaced(this, next, node) ?? next);
  }

  /** Somebody hears of errors. */
  tell(state: State, errors: readonly string[], how: StepKind, node: TSESTree.Node | undefined): State {
    const next = surfaced(state, errors);
    return node && this.courses ? this.courses.told(this, next, errors, how, node) : next;
  }

  /** Where the program is, where somebody records: the statement, or the function's only expression. */
  get place(): TSESTree.Node | undefined {
    return this.frame.at ?? this.frame.fn?.body;
  }
}
