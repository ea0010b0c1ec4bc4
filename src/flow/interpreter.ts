import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { isCanonicalName, type Operation } from '../taxonomy/index.js';
import { someNode } from '../model/bindings.js';
import type { Origins } from '../model/origins.js';
import {
  childrenOf,
  isFunction,
  isOnceGuard,
  memberName,
  staticName,
  unwrapped,
  type ClassNode,
  type ConstructorNode,
  type FunctionNode,
  type LoopNode,
} from '../model/syntax.js';
import {
  changingWith,
  classValue,
  debtOf,
  errorField,
  errorValue,
  func,
  errorsIn,
  holdsOf,
  instance,
  isContinued,
  iteratedOf,
  list,
  literal,
  native,
  nil,
  object,
  promise,
  textOf,
  truthOf,
  undefinedValue,
  union,
  unknown,
  variesOf,
  type ErrorField,
  type ErrorValue,
  type FunctionValue,
  type Literal,
  type NativeValue,
  type Value,
  type Unknown,
} from '../model/value.js';
import { givenAs } from '../model/own-errors.js';
import { apiMemberOf, apiOf, shapeOf } from '../model/api.js';
import type { Settings } from '../model/settings.js';
import { typeExpressionOf } from '../model/type-expression.js';
import { askedBy, AskedConditions, comparisonText, equalsAnother } from './asked.js';
import { isBoundedLoop } from './bounds.js';
import { call, construct, escape, listMember, type Sink } from './calls.js';
import {
  fieldIn,
  fieldIs,
  hasField,
  hasLayer,
  isInstance,
  namesAbortable,
  splitBy,
  testOf,
  type ErrorSource,
  type Split,
} from './errors.js';
import type { Courses, StepKind } from './courses.js';
import { declaredCategory } from './declared-errors.js';
import { checked } from './checked-values.js';
import { Findings } from './finding.js';
import { stranded, swallowed } from './leaving.js';
import { advanced, another, created, isActive, report } from './operations.js';
import { chain, merged, thrown, valued, type Outcome } from './outcome.js';
import { Sightings } from './sightings.js';
import type { State } from './state.js';

type Variable = TSESLint.Scope.Variable;

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
  /** What a generator has yielded. */
  readonly yields: Value[] | undefined;
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

/** The two ways a condition can go, and the ways in which evaluating it throws. */
export interface Branches {
  readonly yes: readonly State[];
  readonly no: readonly State[];
  readonly thrown: readonly Outcome[];
}

const DEEPEST = 26;
/**
 * In how many states that differ a loop's next turn is followed. Those after one turn come first, so that beyond it there are only
 * further mixtures of what went wrong in several.
 */
const MOST_TURNS = 24;

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
  readonly #makers = new Map<string, FunctionNode | undefined>();
  /** The promises whose handlers are being executed: what they owe has been waited for. */
  readonly settling: string[] = [];
  /** The transactions on which operations were done, in order. */
  readonly touched: string[] = [];
  readonly touchedBy: Operation[] = [];
  readonly tests = new Map<TSESTree.Node, TestRecord>();
  /** The loops and recursions whose turns are about other records each. */
  readonly itemTurns = new Set<string>();
  readonly #recursions = new Map<TSESTree.Node, string>();
  /** How many calls that cannot be seen into there have been. */
  unseenCalls = 0;
  /** The calls of retry helpers. */
  readonly helpers = new Set<TSESTree.Node>();
  /** Retry helpers that have no bound, by the call that repeats. */
  readonly unbounded = new Set<TSESTree.Node>();
  readonly #sources = new Map<string, ErrorSource>();
  steps = 0;
  limit = 0;
  /** The functions entered as the values that calls at the top level have made. */
  readonly made = new Set<FunctionNode>();
  /** Async functions whose promises nobody takes, by the call that they are given to. */
  readonly listeners = new Map<FunctionNode, TSESTree.Node>();
  /** The producers that are others at each turn of some loops: the items of a list, or what is kept by key. */
  readonly changing = new Map<string, readonly string[]>();
  /** Tests that something was asked with, of which nobody knows what it is: the error of another library, say. */
  readonly askedOfUnseen = new Set<TSESTree.Node>();
  /** What the constructor of each class leaves in its fields. */
  readonly constructed = new Map<ConstructorNode, ReadonlyMap<string, Value>>();
  /** Aborts that failed while an error was being handled which then reached nobody. */
  readonly unguarded: { abort: string; cause: string; handler: TSESTree.Node | undefined }[] = [];
  /** The `Promise.allSettled` that has taken each error. */
  readonly settledBy = new Map<string, TSESTree.Node>();
  /** Where to point for each abort: in the function of the handler that it was called from. */
  readonly abortSites = new Map<string, TSESTree.Node>();
  /** Aborts (by their error's name) and errors that somebody heard of after the abort had succeeded. */
  readonly toldAfter = new Set<string>();
  /** The entry being executed; undefined is the file's top level. */
  entry: FunctionNode | undefined;
  /** The functions entered since the current entry began. */
  readonly enteredNow = new Set<FunctionNode>();
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
  /** The promises made by hand whose executors are being executed. */
  readonly executing: string[] = [];
  /** How many promises made by hand were settled by now. */
  settlements = 0;
  /** Where transactions begin that are left open on some way to whoever else in the file has the producer. */
  readonly leftToHolders = new Set<TSESTree.Node>();
  /** The record of what is done after each error; undefined where nobody asks. */
  courses: Courses | undefined;

  constructor(
    readonly origins: Origins,
    readonly isHeld: (producer: string, it: Interpreter) => boolean,
  ) {
    const { sourceCode, bindings, index } = origins;
    this.#asked = new AskedConditions(sourceCode, bindings, index);
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
    return this.#recursions.get(node) ?? this.idOf(node);
  }
  hasHolder(producer: string): boolean {
    return this.isHeld(producer, this);
  }
  isBounded(node: TSESTree.Node): boolean {
    if (this.helpers.has(node)) return !this.unbounded.has(node);
    return isBoundedLoop(node, this.sourceCode.visitorKeys);
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

  /**
   * Where to point for something done at a node because of what a handler decided: the node itself, or, where that is deeper in
   * functions that the handler's one calls, the call in the handler's function that leads there.
   */
  siteFrom(handler: TSESTree.Node | undefined, node: TSESTree.Node): TSESTree.Node {
    if (!handler) return node;
    for (let i = this.frames.length - 1; i > 0; i--) {
      const { fn } = this.frames[i] as Frame;
      if (!fn || !contains(fn, handler)) continue;
      // A function given to the handler's one by its caller is not deeper in, but beside it.
      if (
        this.frames
          .slice(i + 1)
          .some((f) => f.fn && this.frames.slice(1, i).some((g) => g.fn && f.fn && contains(g.fn, f.fn)))
      )
        return node;
      return contains(fn, node) && i === this.frames.length - 1 ? node : (this.frames[i + 1]?.call ?? node);
    }
    return node;
  }

  /**
   * Where to point for something that is repeated: the loop, or, where the loop stands in a helper that only calls what it is
   * given, the call of the helper in the function that the operation stands in.
   */
  siteOfRepeat(loop: TSESTree.Node, operation: TSESTree.Node): TSESTree.Node {
    const at = this.frames.findIndex(
      (f) => f.fn !== undefined && contains(f.fn, loop) && !contains(f.fn, operation),
    );
    if (at < 0) return loop;
    for (let i = at - 1; i > 0; i--) {
      const { fn } = this.frames[i] as Frame;
      if (fn && contains(fn, operation)) return this.frames[i + 1]?.call ?? loop;
    }
    return loop;
  }

  /**
   * Where to point for a call that concerns a transaction: the call in the innermost function of those being executed that works on
   * the transaction itself, or the call itself where there is none.
   */
  siteAmong(transaction: string, node: TSESTree.Node, frames: readonly Frame[] = this.frames): TSESTree.Node {
    const works = [...(this.works.get(transaction) ?? [])].filter((w) => w !== node);
    for (let i = frames.length - 1; i > 0; i--) {
      const { fn } = frames[i] as Frame;
      if (!fn || !works.some((w) => contains(fn, w))) continue;
      return contains(fn, node) ? node : (frames[i + 1]?.call ?? node);
    }
    return node;
  }

  /** The calls by which the function being executed was reached, outermost first. */
  get callers(): readonly TSESTree.Node[] {
    return this.frames.flatMap((f) => (f.call ? [f.call] : []));
  }

  #step(): void {
    if (++this.steps > this.limit) throw new OutOfSteps();
  }

  // ---------------------------------------------------------------- statements

  /** Executes statements one after the other. */
  block(statements: readonly TSESTree.Node[], state: State): readonly Outcome[] {
    let outcomes: readonly Outcome[] = [valued(state, undefinedValue)];
    for (const statement of statements) {
      if (!outcomes.some((o) => o.how === 'value')) return outcomes;
      outcomes = chain(outcomes, (s) => this.statement(statement, s));
    }
    return outcomes;
  }

  readonly #scopeVariables = new Map<TSESTree.Node, readonly Variable[]>();
  /** The variables that end with a block and that no inner function can still change. */
  #endingWith(node: TSESTree.Node): readonly Variable[] {
    let known = this.#scopeVariables.get(node);
    if (!known) {
      const { bindings } = this.origins;
      const scope = this.sourceCode.scopeManager?.acquire(node);
      known =
        scope && !isFunction(scope.block)
          ? scope.variables.filter((v) => !(bindings.isCaptured(v) && bindings.isChanged(v)))
          : [];
      this.#scopeVariables.set(node, known);
    }
    return known;
  }

  #leaving(node: TSESTree.Node, outcomes: readonly Outcome[]): readonly Outcome[] {
    const ending = this.#endingWith(node);
    if (ending.length === 0) return outcomes;
    return merged(outcomes.map((o) => ({ ...o, state: o.state.without(ending) })));
  }

  statement(node: TSESTree.Node, state: State): readonly Outcome[] {
    const { memo } = this;
    if (
      !memo ||
      node.type !== T.TryStatement ||
      memo.frames !== this.frames.length ||
      memo.handlers !== this.handling.length
    ) {
      return this.#execute(node, state);
    }
    // A later turn of a loop in a state that an earlier one has been in goes on as that did.
    let done = memo.done.get(node);
    if (!done)
      memo.done.set(node, (done = new Map<string, { state: State; outcomes: readonly Outcome[] }>()));
    const known = done.get(state.key);
    if (known?.state.joinedWith(state) === known?.state && known)
      return known.outcomes.map((o) => ({ ...o }));
    const outcomes = this.#execute(node, state);
    done.set(state.key, { state, outcomes });
    return outcomes;
  }

  #execute(node: TSESTree.Node, state: State): readonly Outcome[] {
    this.#step();
    if (this.courses) this.frame.at = node;
    switch (node.type) {
      case T.ExpressionStatement:
        return chain(this.evaluate(node.expression, state), (s, v) => [
          // What is assigned is kept.
          valued(
            node.expression.type === T.AssignmentExpression || this.#isSideChain(node.expression)
              ? s
              : this.dropped(s, v, node.expression),
            undefinedValue,
          ),
        ]);
      case T.VariableDeclaration: {
        // What is only declared has its value elsewhere.
        if (node.declare) return [valued(state, undefinedValue)];
        const disposes = node.kind === 'using' || node.kind === 'await using';
        let outcomes: readonly Outcome[] = [valued(disposes ? heldOpen(state) : state, undefinedValue)];
        for (const declarator of node.declarations) {
          outcomes = chain(outcomes, (s) => {
            if (!declarator.init) {
              return declarator.id.type === T.Identifier && node.kind !== 'var'
                ? this.bind(declarator.id, undefinedValue, s)
                : [valued(s, undefinedValue)];
            }
            return chain(this.evaluate(declarator.init, s), (after, v) => this.bind(declarator.id, v, after));
          });
        }
        return outcomes;
      }
      case T.FunctionDeclaration:
      case T.EmptyStatement:
      case T.TSTypeAliasDeclaration:
      case T.TSInterfaceDeclaration:
      case T.ImportDeclaration:
      case T.ExportAllDeclaration:
      case T.DebuggerStatement:
        return [valued(state, undefinedValue)];
      case T.ClassDeclaration:
        return this.#classBody(node, state);
      case T.BlockStatement:
      case T.StaticBlock:
      case T.TSModuleBlock:
        return this.#leaving(node, this.block(node.body, state));
      case T.Program:
        return this.block(node.body, state);
      case T.IfStatement: {
        const { yes, no, thrown: failed } = this.condition(node.test, state);
        // Whoever comes second finds done what the first has done: there is nothing new on that way.
        const first = yes.length > 0 && no.length > 0 && isOnceGuard(node);
        return merged([
          ...failed,
          ...(first ? [] : yes.flatMap((s) => this.statement(node.consequent, s))),
          ...no.flatMap((s) =>
            node.alternate ? this.statement(node.alternate, s) : [valued(s, undefinedValue)],
          ),
        ]);
      }
      case T.ReturnStatement: {
        if (!node.argument) return [{ how: 'return', state, value: undefinedValue, label: undefined }];
        return this.evaluate(node.argument, state).map((o) =>
          o.how === 'value' ? { ...o, how: 'return' as const, state: this.#told(o.state, o.value, node) } : o,
        );
      }
      case T.ThrowStatement:
        return chain(this.evaluate(node.argument, state), (s, v) => [
          thrown(this.courses?.told(this, s, errorsIn(v), 'throws', node) ?? s, v),
        ]);
      case T.BreakStatement:
        return [{ how: 'break', state, value: undefinedValue, label: node.label?.name }];
      case T.ContinueStatement:
        return [{ how: 'continue', state, value: undefinedValue, label: node.label?.name }];
      case T.LabeledStatement: {
        const outcomes = this.statement(node.body, state);
        return merged(
          outcomes.map((o) =>
            o.how === 'break' && o.label === node.label.name ? valued(o.state, undefinedValue) : o,
          ),
        );
      }
      case T.ForStatement:
      case T.WhileStatement:
      case T.DoWhileStatement:
      case T.ForOfStatement:
      case T.ForInStatement:
        return this.#leaving(node, this.#loop(node, state));
      case T.SwitchStatement:
        return this.#leaving(node, this.#switch(node, state));
      case T.TryStatement:
        return this.#try(node, state);
      case T.ExportNamedDeclaration:
        return node.declaration ? this.statement(node.declaration, state) : [valued(state, undefinedValue)];
      case T.ExportDefaultDeclaration:
        return isFunction(node.declaration) || node.declaration.type === T.ClassDeclaration
          ? [valued(state, undefinedValue)]
          : chain(this.evaluate(node.declaration, state), (s, v) => [
              valued(escape(this, s, v), undefinedValue),
            ]);
      case T.TSExportAssignment:
        return chain(this.evaluate(node.expression, state), (s, v) => [
          valued(escape(this, s, v), undefinedValue),
        ]);
      case T.TSModuleDeclaration:
        return node.body ? this.statement(node.body, state) : [valued(state, undefinedValue)];
      default:
        return [valued(state, undefinedValue)];
    }
  }

  #classBody(node: TSESTree.ClassDeclaration | TSESTree.ClassExpression, state: State): readonly Outcome[] {
    let outcomes: readonly Outcome[] = [valued(state, undefinedValue)];
    for (const element of node.body.body) {
      if (element.type === T.PropertyDefinition && element.static && element.value) {
        const { value } = element;
        outcomes = chain(outcomes, (s) => this.evaluate(value, s));
      }
    }
    return outcomes;
  }

  /** A handler that gives its caller a value has told it something. */
  #told(state: State, value: Value, node: TSESTree.Node): State {
    if (this.frame.ignored) return state;
    const from = this.frame.handlers;
    if (value.kind === 'nil' && value.value === undefined) return state;
    if (value.kind === 'native' && (value.name === 'rxjs.EMPTY' || value.name === 'rxjs.source:of'))
      return state;
    if (value.kind === 'promise') {
      const { fulfilled, value: inner } = value;
      if (!fulfilled || (inner.kind === 'nil' && inner.value === undefined)) return state;
    }
    let next = state;
    for (const { errors } of this.handling.slice(from)) next = this.tell(next, errors, 'returns', node);
    return next;
  }

  #loop(node: LoopNode, state: State): readonly Outcome[] {
    const id = this.idOf(node);
    const outcomes: Outcome[] = [];
    const seen = new Map<string, State>();
    const queue: State[] = [];
    const label = node.parent.type === T.LabeledStatement ? node.parent.label.name : undefined;
    let first: State | undefined;
    const arrive = (s: State): void => {
      if (s.key === first?.key && first.joinedWith(s) === first) return;
      const known = seen.get(s.key);
      if (!known) {
        if (seen.size < MOST_TURNS) {
          seen.set(s.key, s);
          queue.push(s);
        } else this.leftOut = true;
        return;
      }
      const both = known.joinedWith(s);
      if (both !== known) {
        seen.set(s.key, both);
        queue.push(both);
      }
    };
    const { calls } = this;
    // A loop in which nothing is done repeats nothing: a search through the causes of an error, for example.
    const turned = (s: State): State => advanced(this, s, id, node, this.calls > calls);
    const again = (s: State): void => {
      arrive(turned(s));
    };
    const body = (s: State): void => {
      for (const outcome of this.statement(node.body, s)) {
        const mine = outcome.label === undefined || outcome.label === label;
        if (outcome.how === 'value' || (outcome.how === 'continue' && mine)) {
          if (node.type === T.ForStatement && node.update) {
            for (const updated of this.evaluate(node.update, outcome.state)) {
              if (updated.how === 'value') again(updated.state);
              else outcomes.push(updated);
            }
          } else if (node.type === T.DoWhileStatement) {
            const { yes, no, thrown: failed } = this.condition(node.test, outcome.state);
            outcomes.push(...failed, ...no.map((n) => valued(n, undefinedValue)));
            yes.forEach(again);
          } else again(outcome.state);
        } else if (outcome.how === 'break' && mine) {
          outcomes.push(valued(outcome.state, undefinedValue));
        } else outcomes.push(outcome);
      }
    };
    const enter = (start: State, items: Value | undefined): void => {
      // The first turn is apart from the others: counters are known in it.
      first = start;
      // The way round a handler's loop over those who wait: when nobody waits, there is nobody to tell.
      let none: State | undefined;
      const before = outcomes.length;
      seen.clear();
      queue.push(start);
      for (let s = queue.shift(); s; s = queue.shift()) {
        this.#step();
        switch (node.type) {
          case T.ForStatement:
          case T.WhileStatement:
            if (node.test) {
              const { yes, no, thrown: failed } = this.condition(node.test, s);
              outcomes.push(...failed, ...no.map((n) => valued(n, undefinedValue)));
              yes.forEach(body);
            } else body(s);
            break;
          case T.DoWhileStatement:
            body(s);
            break;
          default: {
            const from = items ?? undefinedValue;
            if (s === start && this.handling.length > 0) none = s;
            else outcomes.push(valued(s, undefinedValue));
            if (from.kind === 'list' && !from.many) break;
            each(s, unknown(`each(${textOf(from)})`), from, body);
          }
        }
      }
      if (none) outcomes.push(valued(toldBy(none, outcomes.slice(before)), undefinedValue));
    };
    /** Gives the loop's variable its next item. */
    const each = (s: State, of: Value, from: Value, run: (s: State) => void): void => {
      const item = from.kind === 'list' && from.many ? changingWith(of, [id]) : of;
      const pair = from.kind === 'list' && from.entries === true;
      const items = from.kind === 'api' ? shapeOf(from).items : undefined;
      const turn: Value =
        from.kind === 'api' && items !== undefined
          ? {
              ...apiOf(from.client, items, `${from.id}[]`),
              varies: union(variesOf(from), [id]),
              shared: true,
            }
          : pair
            ? list([unknown(`key(${textOf(from)})`, union(variesOf(from), [id])), item], false)
            : item.kind === 'unknown'
              ? this.seen.derived(
                  unknown(
                    `each(${textOf(from)})`,
                    union(variesOf(from), [id]),
                    holdsOf(from.kind === 'list' ? item : from),
                  ),
                  'each',
                  from,
                )
              : item;
      // A generator that makes its producers makes another one for each turn.
      const made = turn.kind === 'api' && turn.fresh === true ? this.created(s, turn, node) : s;
      const begun = item.kind === 'api' && item.varies?.includes(id) === true ? another(made, item.id) : made;
      const awaited =
        node.type === T.ForOfStatement && node.await ? this.awaited(begun, turn) : [valued(begun, turn)];
      const target =
        node.type === T.ForOfStatement || node.type === T.ForInStatement
          ? node.left.type === T.VariableDeclaration
            ? node.left.declarations[0].id
            : node.left
          : undefined;
      for (const got of awaited) {
        const bound = got.how === 'value' && target ? this.bind(target, got.value, got.state) : [got];
        for (const b of bound) {
          if (b.how === 'value') run(b.state);
          else outcomes.push(b);
        }
      }
    };
    /** Goes through a list whose items are known, one after the other. */
    const through = (start: State, items: readonly Value[], from: Value): void => {
      let states: State[] = [start];
      for (const item of items) {
        const next: State[] = [];
        for (const s of states) {
          each(s, item, from, (b) => {
            for (const outcome of this.statement(node.body, b)) {
              const mine = outcome.label === undefined || outcome.label === label;
              if (outcome.how === 'value' || (outcome.how === 'continue' && mine))
                next.push(turned(outcome.state));
              else if (outcome.how === 'break' && mine) outcomes.push(valued(outcome.state, undefinedValue));
              else outcomes.push(outcome);
            }
          });
        }
        states = [...distinct(next)];
      }
      outcomes.push(...states.map((s) => valued(s, undefinedValue)));
    };
    this.turns.push(id);
    this.loops.push(node);
    const { memo } = this;
    this.memo = { frames: this.frames.length, handlers: this.handling.length, done: new Map() };
    try {
      if (node.type === T.ForStatement) {
        const start = node.init
          ? node.init.type === T.VariableDeclaration
            ? this.statement(node.init, state)
            : this.evaluate(node.init, state)
          : [valued(state, undefinedValue)];
        for (const o of start) {
          if (o.how === 'value') enter(o.state, undefined);
          else outcomes.push(o);
        }
      } else if (node.type === T.ForOfStatement || node.type === T.ForInStatement) {
        for (const o of this.evaluate(node.right, state)) {
          const known = node.type === T.ForOfStatement && o.value.kind === 'list' ? o.value.items : [];
          if (o.how === 'value' && known.length > 0 && known.length <= 8) through(o.state, known, o.value);
          else if (o.how === 'value')
            enter(o.state, node.type === T.ForInStatement ? unknown(`keys(${textOf(o.value)})`) : o.value);
          else outcomes.push(o);
        }
      } else enter(state, undefined);
    } finally {
      this.turns.pop();
      this.loops.pop();
      this.memo = memo;
    }
    if (outcomes.every((o) => o.how === 'throw')) {
      // An endless loop is never left: what its turns have lost is lost.
      for (const s of seen.values()) swallowed(this, s);
    }
    return merged(outcomes);
  }

  #switch(node: TSESTree.SwitchStatement, state: State): readonly Outcome[] {
    const outcomes: Outcome[] = [];
    const run = (from: number, s: State): void => {
      let current: readonly Outcome[] = [valued(s, undefinedValue)];
      for (const clause of node.cases.slice(from)) {
        current = chain(current, (after) => this.block(clause.consequent, after));
      }
      for (const o of current) {
        outcomes.push(o.how === 'break' && o.label === undefined ? valued(o.state, undefinedValue) : o);
      }
    };
    for (const subject of this.evaluate(node.discriminant, state)) {
      if (subject.how !== 'value') {
        outcomes.push(subject);
        continue;
      }
      let left: State[] = [subject.state];
      for (const [index, clause] of node.cases.entries()) {
        if (!clause.test) continue;
        const { test } = clause;
        const next: State[] = [];
        for (const s of left) {
          for (const o of this.evaluate(test, s)) {
            if (o.how !== 'value') {
              outcomes.push(o);
              continue;
            }
            // `switch (true)` tests each case's own truth.
            const isTrue = subject.value.kind === 'literal' && subject.value.value === true;
            const compared = isTrue
              ? [valued(o.state, o.value)]
              : this.equal(o.state, subject.value, o.value, test, test);
            for (const c of compared) {
              const { yes, no } = this.branch(c.state, c.value, isTrue ? test : clause);
              if (yes) run(index, yes);
              if (no) next.push(no);
            }
          }
        }
        left = merged(next.map((s) => valued(s, undefinedValue))).map((o) => o.state);
      }
      const fallback = node.cases.findIndex((clause) => !clause.test);
      for (const s of left) {
        if (fallback < 0) outcomes.push(valued(s, undefinedValue));
        else run(fallback, s);
      }
    }
    return merged(outcomes);
  }

  #try(node: TSESTree.TryStatement, state: State): readonly Outcome[] {
    let outcomes: readonly Outcome[];
    if (node.handler) {
      this.tries++;
      let tried: readonly Outcome[];
      try {
        tried = merged(this.statement(node.block, state));
      } finally {
        this.tries--;
      }
      const { handler } = node;
      outcomes = merged(tried.flatMap((o) => (o.how === 'throw' ? this.#caught(handler, o) : [o])));
    } else {
      outcomes = merged(this.statement(node.block, state));
    }
    const { finalizer } = node;
    if (!finalizer) return outcomes;
    return merged(
      outcomes.flatMap((o) => {
        const errors = o.how === 'throw' ? errorsIn(o.value) : [];
        return this.whileHandling(errors, finalizer, () => this.statement(finalizer, o.state)).map((f) => {
          if (f.how === 'value') return { ...o, state: f.state };
          // What the finalizer does instead takes the error's place.
          return f.how === 'throw' ? f : { ...f, state: this.#taken(f.state, errors, finalizer) };
        });
      }),
    );
  }

  #taken(state: State, errors: readonly string[], handler: TSESTree.Node): State {
    let next = state;
    for (const id of errors) {
      const fact = next.fact('error', id);
      if (fact) next = next.withFact(id, { ...fact, handler });
    }
    return next;
  }

  #caught(handler: TSESTree.CatchClause, outcome: Outcome): readonly Outcome[] {
    const { state, value, errors } = this.received(outcome.state, outcome.value, handler);
    return this.whileHandling(errors, handler, () => {
      const bound = handler.param ? this.bind(handler.param, value, state) : [valued(state, value)];
      return this.#leaving(
        handler,
        chain(bound, (s) => this.statement(handler.body, s)),
      );
    });
  }

  whileHandling<R>(errors: readonly string[], node: TSESTree.Node, run: () => R): R {
    this.handling.push({ errors, node });
    try {
      return run();
    } finally {
      this.handling.pop();
    }
  }

  /** A handler gets what was thrown: an error of the application's own becomes an error of that handler. */
  received(
    state: State,
    value: Value,
    handler: TSESTree.Node,
  ): { state: State; value: Value; errors: readonly string[] } {
    let errors = errorsIn(value);
    let next = state;
    let got = value;
    if (errors.length === 0) {
      const id = `own:${this.idOf(handler)}`;
      this.addSource({ id, node: handler, table: undefined, transaction: undefined, producer: undefined });
      next = next.withFact(id, {
        is: 'error',
        mask: 0n,
        judged: false,
        surfaced: false,
        handler,
        during: this.handledNow(state),
        cleanedBy: undefined,
        ...this.courses?.own(this, state),
      });
      got = value.kind === 'native' ? native(value.name, [...value.args, errorValue(id)]) : errorValue(id);
      errors = [id];
      for (const [name, doubt] of next.factsOf('doubt'))
        if (doubt.dormant) next = next.withFact(name, { ...doubt, dormant: false });
    }
    for (const id of errors) {
      const fact = next.fact('error', id);
      if (!fact) continue;
      next = next.withFact(id, { ...fact, handler, surfaced: false });
      // Whoever gets an error that has left another one's handler has that one on his hands, too.
      for (const other of fact.during) {
        const left = next.fact('error', other);
        if (left?.handler && !left.surfaced && !this.handling.some((h) => h.errors.includes(other)))
          next = next.withFact(other, { ...left, handler });
      }
    }
    return { state: next, value: got, errors };
  }

  // ---------------------------------------------------------------- patterns

  /** Gives a value to a pattern or target. */
  bind(target: TSESTree.Node, value: Value, state: State): readonly Outcome[] {
    switch (target.type) {
      case T.Identifier: {
        const variable = this.origins.bindings.variableOf(target);
        if (!variable) return [valued(escape(this, state, value), value)];
        return checked(this, target, [valued(state, this.#declared(variable, value))]).map((o) =>
          valued(this.assign(variable, o.value, o.state), o.value),
        );
      }
      case T.AssignmentPattern:
        if (value.kind === 'nil' || value.kind === 'unknown') {
          return chain(this.evaluate(target.right, state), (s, fallback) =>
            this.bind(target.left, value.kind === 'nil' ? fallback : value, s),
          );
        }
        return this.bind(target.left, value, state);
      case T.ObjectPattern: {
        let outcomes: readonly Outcome[] = [valued(state, value)];
        for (const property of target.properties) {
          outcomes = chain(outcomes, (s) => {
            if (property.type === T.RestElement)
              return this.bind(
                property.argument,
                value.kind === 'object'
                  ? value
                  : unknown(`rest(${textOf(value)})`, variesOf(value), holdsOf(value)),
                s,
              );
            const name = staticName(property.key, property.computed);
            return chain(
              name === undefined
                ? [valued(s, unknown('?', variesOf(value), holdsOf(value)))]
                : this.member(s, value, name, property),
              (after, part) => this.bind(property.value, part, after),
            );
          });
        }
        return outcomes;
      }
      case T.ArrayPattern: {
        let outcomes: readonly Outcome[] = [valued(state, value)];
        for (const [index, element] of target.elements.entries()) {
          if (!element) continue;
          const part =
            value.kind === 'list' && element.type === T.RestElement
              ? value.many
                ? value
                : list(value.items.slice(index), false, value.varies)
              : value.kind === 'list' && !value.many
                ? (value.items[index] ?? undefinedValue)
                : this.seen.derived(
                    unknown(`${textOf(value)}[${index}]`, variesOf(value), holdsOf(value)),
                    '[]',
                    value,
                  );
          outcomes = chain(outcomes, (s) => this.bind(element, part, s));
        }
        return outcomes;
      }
      case T.RestElement:
        return this.bind(target.argument, value, state);
      case T.TSParameterProperty: {
        const inner = target.parameter;
        return chain(this.bind(inner, value, state), (s) => {
          const name = inner.type === T.AssignmentPattern ? inner.left : inner;
          const { self } = this.frame;
          return self?.kind === 'instance'
            ? [valued(this.#setField(escape(this, s, value, 'field'), self.id, name.name, value), value)]
            : [valued(s, value)];
        });
      }
      case T.MemberExpression: {
        return chain(this.evaluate(target.object, state), (s, owner) => {
          const name = memberName(target);
          if (owner.kind === 'instance') {
            const kept = (at: State, field: string): readonly Outcome[] => [
              valued(this.#setField(escape(this, at, value, 'field'), owner.id, field, value), value),
            ];
            if (name !== undefined) return kept(s, name);
            return chain(this.evaluate(target.property, s), (after, key) =>
              key.kind === 'literal' && variesOf(key).length === 0
                ? kept(after, String(key.value))
                : [valued(escape(this, after, value), value)],
            );
          }
          if (owner.kind === 'object' && name !== undefined) {
            const root = unwrapped(target.object);
            const variable = root.type === T.Identifier ? this.origins.bindings.variableOf(root) : undefined;
            if (variable && s.get(variable)) {
              return [
                valued(
                  s.set(variable, object(owner.text, new Map(owner.fields).set(name, value), owner.open)),
                  value,
                ),
              ];
            }
          }
          if (owner.kind === 'list') {
            const root = unwrapped(target.object);
            const variable = root.type === T.Identifier ? this.origins.bindings.variableOf(root) : undefined;
            if (variable && s.get(variable) && this.origins.bindings.isLocal(variable)) {
              const items = [...owner.items.filter((item) => item.key !== value.key), value].slice(-8);
              const filled = { ...list(items, true, owner.varies), keyed: owner.keyed === true };
              return [valued(s.set(variable, filled), value)];
            }
          }
          if (owner.kind === 'object') {
            const root = unwrapped(target.object);
            const variable = root.type === T.Identifier ? this.origins.bindings.variableOf(root) : undefined;
            const isEmpty = owner.fields.size === 0 && !owner.open && holdsOf(value).length === 0;
            if (variable && s.get(variable) && isEmpty && this.origins.bindings.isLocal(variable))
              return [valued(s.set(variable, { ...list([value], true, owner.varies), keyed: true }), value)];
            if (variable && s.get(variable))
              return [valued(escape(this, s.set(variable, this.origins.changeable(owner)), value), value)];
          }
          if (name === 'exitCode')
            return [
              valued(
                this.tell(
                  s,
                  this.handling.flatMap((h) => h.errors),
                  'exits',
                  target,
                ),
                value,
              ),
            ];
          return [valued(escape(this, s, value), value)];
        });
      }
      default:
        return [valued(escape(this, state, value), value)];
    }
  }

  #setField(state: State, id: string, name: string, value: Value): State {
    return state.withFact(`${id}.${name}`, { is: 'cell', value });
  }

  /** Assigns a variable; one that code out of view can read takes what it gets out of view. */
  assign(variable: Variable, value: Value, state: State): State {
    const { bindings } = this.origins;
    const owner = variable.scope.variableScope.block;
    const inView = this.frames.some((f) => (f.fn ?? this.sourceCode.ast) === owner);
    const next =
      inView && (bindings.isLocal(variable) || this.frames.length === 1)
        ? state
        : escape(this, state, value, 'field');
    return next.set(variable, value);
  }

  // ---------------------------------------------------------------- expressions

  /** Evaluates expressions one after the other. */
  evaluateAll(
    nodes: readonly (TSESTree.Node | null)[],
    state: State,
    then: (state: State, values: Value[]) => readonly Outcome[],
  ): readonly Outcome[] {
    const next = (start: number, s: State, before: readonly Value[]): readonly Outcome[] => {
      const values = before.slice();
      let index = start;
      for (; index < nodes.length; index++) {
        const node = nodes[index];
        const value = node ? this.#simple(node, s) : undefinedValue;
        if (!value) break;
        values.push(value);
      }
      const node = nodes[index];
      if (!node) return then(s, values);
      if (node.type === T.SpreadElement) {
        return chain(this.evaluate(node.argument, s), (after, value) =>
          next(index + 1, after, [
            ...values,
            ...(value.kind === 'list' && !value.many
              ? value.items
              : [
                  value.kind === 'list' && value.items[0]
                    ? value
                    : unknown(`...${textOf(value)}`, variesOf(value), holdsOf(value)),
                ]),
          ]),
        );
      }
      return chain(this.evaluate(node, s), (after, value) => next(index + 1, after, [...values, value]));
    };
    return next(0, state, []);
  }

  /**
   * The value of an expression that can neither throw nor change anything nor go more than one way; undefined for any other
   * expression.
   */
  #simple(node: TSESTree.Node, state: State): Value | undefined {
    switch (node.type) {
      case T.Literal:
        return this.origins.valueOf(node);
      case T.ThisExpression:
        return this.frame.self ?? this.origins.valueOf(node);
      case T.Identifier:
        return this.#named(node, state);
      case T.ArrowFunctionExpression:
      case T.FunctionExpression:
        return this.closure(node, state);
      case T.TemplateLiteral: {
        const values = this.#allSimple(node.expressions, state);
        return values && this.#templateOf(node, values);
      }
      case T.ArrayExpression: {
        const values = this.#allSimple(node.elements, state);
        return values && list(values, false);
      }
      case T.ObjectExpression: {
        const values = this.#allSimple(
          node.properties.map((p) => (p.type === T.SpreadElement ? p : p.value)),
          state,
        );
        return values && this.#objectOf(node, values);
      }
      default:
        return undefined;
    }
  }

  #allSimple(nodes: readonly (TSESTree.Node | null)[], state: State): Value[] | undefined {
    const values: Value[] = [];
    for (const node of nodes) {
      const value = node ? this.#simple(node, state) : undefinedValue;
      if (!value) return undefined;
      values.push(value);
    }
    return values;
  }

  #templateOf(node: TSESTree.TemplateLiteral, values: readonly Value[]): Value {
    return values.length === 0
      ? literal(node.quasis[0]?.value.cooked ?? '', { node })
      : this.#composed('`', values);
  }

  evaluate(node: TSESTree.Node, state: State): readonly Outcome[] {
    this.#step();
    const simple = this.#simple(node, state);
    if (simple) return [valued(state, simple)];
    switch (node.type) {
      case T.TSAsExpression:
      case T.TSSatisfiesExpression:
      case T.TSNonNullExpression:
      case T.TSTypeAssertion:
      case T.TSInstantiationExpression:
      case T.ChainExpression:
        return this.evaluate(node.expression, state).map((o) =>
          o.how === 'value' &&
          o.value.kind === 'unknown' &&
          node.type !== T.ChainExpression &&
          o.value.holds.length === 0
            ? { ...o, value: this.#explained(node, o.value) }
            : o,
        );
      case T.Super:
        return [valued(state, this.frame.self ?? unknown('super'))];
      case T.TemplateLiteral:
        return this.evaluateAll(node.expressions, state, (s, values) => [
          valued(s, this.#templateOf(node, values)),
        ]);
      case T.TaggedTemplateExpression:
        return this.evaluateAll(node.quasi.expressions, state, (s, values) => [
          valued(s, this.#composed('tag', values)),
        ]);
      case T.Identifier:
        stranded(this, state);
        return [thrown(state, unknown(`ReferenceError:${node.name}`))];
      case T.MemberExpression:
        return checked(this, node, this.#memberExpression(node, state));
      case T.CallExpression:
        return checked(this, node, call(this, node, state));
      case T.NewExpression:
        return checked(this, node, construct(this, node, state));
      case T.AwaitExpression:
        return chain(this.evaluate(node.argument, state), (s, value) => this.awaited(s, value));
      case T.YieldExpression:
        if (!node.argument) return [valued(state, unknown('yield'))];
        return chain(this.evaluate(node.argument, state), (s, value) => {
          const generator = this.frames.findLast((f) => f.yields);
          const fresh = value.kind === 'api' && this.#makers.get(value.id) === generator?.fn;
          generator?.yields?.push(fresh ? { ...value, fresh } : value);
          const settled =
            value.kind === 'promise' ? this.awaited(s, value) : [valued(escape(this, s, value), value)];
          return chain(settled, (after) => [valued(after, unknown(`yield@${this.idOf(node)}`, this.turns))]);
        });
      case T.AssignmentExpression:
        return this.#assignment(node, state);
      case T.UpdateExpression:
        return chain(this.evaluate(node.argument, state), (s, value) =>
          chain(this.bind(node.argument, this.#counted(node, value), s), (after) => [
            valued(after, unknown(`count(${this.idOf(node)})`)),
          ]),
        );
      case T.UnaryExpression:
        return this.#unary(node, state);
      case T.BinaryExpression:
        return this.#binary(node, state);
      case T.LogicalExpression:
        return this.#logical(node, state);
      case T.ConditionalExpression: {
        const { yes, no, thrown: failed } = this.condition(node.test, state);
        return merged([
          ...failed,
          ...yes.flatMap((s) => this.evaluate(node.consequent, s)),
          ...no.flatMap((s) => this.evaluate(node.alternate, s)),
        ]);
      }
      case T.SequenceExpression: {
        let outcomes: readonly Outcome[] = [valued(state, undefinedValue)];
        for (const expression of node.expressions)
          outcomes = chain(outcomes, (s) => this.evaluate(expression, s));
        return outcomes;
      }
      case T.ArrayExpression:
        return this.evaluateAll(node.elements, state, (s, values) => [
          valued(
            s,
            list(
              values.flatMap((v, i) =>
                node.elements[i]?.type === T.SpreadElement && v.kind === 'list' ? iteratedOf(v) : [v],
              ),
              node.elements.some((e) => e?.type === T.SpreadElement),
            ),
          ),
        ]);
      case T.ObjectExpression:
        return this.#objectExpression(node, state);
      case T.FunctionDeclaration:
        return [valued(state, this.closure(node, state))];
      case T.ClassExpression:
      case T.ClassDeclaration:
        return [valued(state, classValue(node, this.idOf(node)))];
      case T.ImportExpression:
        return [valued(state, this.origins.valueOf(node))];
      default: {
        // What has no place of its own here is gone through for the calls in it.
        const children = childrenOf(node, this.sourceCode.visitorKeys).filter(
          (c) => !isFunction(c) && /Expression|Element|Container|Literal|Identifier/.test(c.type),
        );
        return this.evaluateAll(children, state, (s) => [valued(s, unknown(`@${this.idOf(node)}`))]);
      }
    }
  }

  #explained(node: TSESTree.Node, value: Value): Value {
    const known = this.origins.valueOf(node);
    return known.kind === 'unknown' ? value : known;
  }

  #composed(head: string, values: readonly Value[]): Value {
    let varies: readonly string[] = [];
    let holds: readonly string[] = [];
    let judged: readonly string[] = [];
    for (const v of values) {
      varies = union(varies, variesOf(v));
      judged = union(judged, judgedIn(v));
      holds = union(
        holds,
        holdsOf(v).filter((h) => h.startsWith('e:')),
      );
    }
    return this.seen.derived(
      unknown(`${head}(${values.map(textOf).join()})`, varies, holds, judged),
      head,
      ...values,
    );
  }

  /** Whether a variable's declaration alone says what function it holds. */
  #isDeclared(variable: Variable): boolean {
    return (variable.defs[0]?.type as string) !== 'Parameter';
  }

  /** A function with what it has captured. */
  closure(node: FunctionNode, state: State): FunctionValue {
    const captured = new Map<Variable, Value>();
    for (const variable of this.origins.bindings.capturedBy(node)) {
      const value = state.get(variable);
      if (
        value &&
        !(value.kind === 'unknown' && value.plain && value.varies.length === 0) &&
        !(value.kind === 'function' && this.#isDeclared(variable))
      )
        captured.set(variable, value);
    }
    return func(node, this.idOf(node), {
      self: node.type === T.ArrowFunctionExpression ? this.frame.self : undefined,
      captured,
    });
  }

  /** What a name stands for; undefined for one that is declared in a block that does not reach here. */
  #named(node: TSESTree.Identifier, state: State): Value | undefined {
    const variable = this.origins.bindings.variableOf(node);
    if (!variable || variable.defs.length === 0) {
      const known = this.origins.globalValue(node.name);
      return known.kind === 'unknown' && !variable && this.#isOutOfScope(node) ? undefined : known;
    }
    const held = state.get(variable);
    if (held) return this.#turning(variable, held);
    const value = this.origins.variableValue(variable);
    if (value.kind === 'function') return this.closure(value.node, state);
    return value.kind === 'unknown' ? this.#partOfParameter(variable, value) : value;
  }

  /** Notes where a value comes from that a function outside of the entry has taken out of its parameter: `({ message }) => ...`. */
  #partOfParameter({ identifiers: [name] }: Variable, value: Unknown): Value {
    const target = name?.parent.type === T.AssignmentPattern ? name.parent : name;
    const property = target?.parent;
    if (property?.type !== T.Property || property.value !== target) return value;
    const pattern = property.parent;
    const key = staticName(property.key, property.computed);
    if (pattern.type !== T.ObjectPattern || !isFunction(pattern.parent) || key === undefined) return value;
    return this.seen.derived(value, `.${key}`, unknown(`param:${this.idOf(pattern)}`));
  }

  readonly #updated = new Map<TSESTree.Node, ReadonlySet<Variable>>();
  /** The variables that a loop changes from turn to turn. */
  #updatedIn(loop: TSESTree.Node): ReadonlySet<Variable> {
    let known = this.#updated.get(loop);
    if (!known) {
      const set = new Set<Variable>();
      const stack: TSESTree.Node[] = [loop];
      for (let at = stack.pop(); at; at = stack.pop()) {
        const target =
          at.type === T.UpdateExpression
            ? at.argument
            : at.type === T.AssignmentExpression
              ? at.left
              : undefined;
        const variable = target?.type === T.Identifier ? this.origins.bindings.variableOf(target) : undefined;
        if (variable) set.add(variable);
        stack.push(...childrenOf(at, this.sourceCode.visitorKeys));
      }
      this.#updated.set(loop, (known = set));
    }
    return known;
  }

  /** A value read from a variable that the loops around change is another one at each turn. */
  #turning(variable: Variable, value: Value): Value {
    if (this.loops.length === 0 || (value.kind !== 'literal' && value.kind !== 'unknown')) return value;
    if (!this.origins.bindings.isReassigned(variable)) return value;
    let varies = variesOf(value);
    for (const loop of this.loops)
      if (this.#updatedIn(loop).has(variable)) varies = union(varies, [this.idOf(loop)]);
    if (varies === variesOf(value) || varies.length === variesOf(value).length) return value;
    const text = `${variable.name}:${this.idOf(variable)}`;
    return value.kind === 'literal'
      ? { ...value, varies, text }
      : unknown(text, varies, value.holds, value.judged);
  }

  /** A name that is declared in a block of the same function which does not reach here. */
  #isOutOfScope(node: TSESTree.Identifier): boolean {
    const { scopeManager } = this.sourceCode;
    for (let at: TSESTree.Node | undefined = node.parent; at; at = at.parent) {
      if (at.type !== T.TryStatement) continue;
      const scope = scopeManager?.acquire(at.block);
      if (scope?.set.has(node.name) === true) return true;
      if (isFunction(at)) return false;
    }
    return false;
  }

  #memberExpression(node: TSESTree.MemberExpression, state: State): readonly Outcome[] {
    return chain(this.evaluate(node.object, state), (s, owner) => {
      if (owner.kind === 'nil' && owner.missing === undefined && node.optional)
        return [valued(s, undefinedValue)];
      const name = memberName(node);
      if (name !== undefined) return this.member(s, owner, name, node);
      return chain(this.evaluate(node.property, s), (after, key) => {
        if (key.kind === 'literal' && variesOf(key).length === 0)
          return this.member(after, owner, String(key.value), node);
        if (owner.kind === 'list' && owner.items.length > 0) {
          const items = owner.keyed === true ? [...owner.items, undefinedValue] : owner.items;
          return items.map((item) => valued(after, changingWith(item, variesOf(key))));
        }
        const found =
          owner.kind === 'object' && !owner.open && key.kind === 'error-field'
            ? this.lookedUp(after, [...owner.fields], key, true)
            : undefined;
        if (found) return found;
        // What the program looks up by an error, or has put on it under a name of its own, judges the error.
        const judged = union(
          judgedIn(key),
          union(errorsIn(key), owner.kind === 'error' ? [owner.error] : []),
        );
        return [
          valued(
            after,
            this.seen.derived(
              unknown(
                `${textOf(owner)}[${textOf(key)}]`,
                union(variesOf(owner), variesOf(key)),
                holdsOf(owner),
                judged,
              ),
              '[]',
              owner,
            ),
          ),
        ];
      });
    });
  }

  /**
   * What a table says of an error by one of its fields: for each of the table's keys the errors that have it, and the rest.
   *
   * @param isText - The keys are texts, as those of an object are.
   */
  lookedUp(
    state: State,
    entries: readonly (readonly [Literal['value'], Value])[],
    { error, layer, name }: ErrorField,
    isText: boolean,
  ): readonly Outcome[] | undefined {
    const source = this.sourceOf(error);
    if (!source?.table) return undefined;
    const outcomes: Outcome[] = [];
    let rest: State | undefined = state;
    for (const [key, value] of entries) {
      if (!rest) break;
      const test = `${testOf({ layer, name }, key)}${isText ? '~' : ''}`;
      const { yes, no }: Split = splitBy(
        rest,
        source,
        test,
        (v) => fieldIs(v, layer, name, key) || (isText && String(fieldIn(v, layer, name)) === String(key)),
      );
      if (yes) outcomes.push(valued(yes, value));
      rest = no;
    }
    return rest ? [...outcomes, valued(rest, undefinedValue)] : outcomes;
  }

  /** What a field of an error has: of one that no error of the client has, as `error.response.status`, as little as the field itself. */
  #partOf({ error, layer, name: field, key }: ErrorField, name: string, node: TSESTree.Node): Value {
    const table = this.sourceOf(error)?.table;
    const isCalled = node.parent?.type === T.CallExpression && node.parent.callee === node;
    return table && !isCalled && !hasField(table, field)
      ? errorField(error, layer, `${field}.${name}`)
      : unknown(`${key}.${name}`, [], [`e:${error}`]);
  }

  /** Reads `owner.name`. */
  member(state: State, owner: Value, name: string, node: TSESTree.Node): readonly Outcome[] {
    switch (owner.kind) {
      case 'error':
        return this.#errorMember(state, owner, name);
      case 'error-field':
        return [valued(state, this.#partOf(owner, name, node))];
      case 'nil':
        if (owner.missing !== undefined) {
          const tested = this.handling.at(-1)?.errors.map((e) => this.sourceOf(e)) ?? [];
          const source = tested.find((found) => found?.table);
          if (source) this.record(node, source, `${owner.missing}.${name}`, 'throws', undefined);
          return [thrown(state, unknown('TypeError'))];
        }
        return [thrown(state, unknown(`TypeError:${name}`))];
      case 'promise':
        return [valued(state, native(`promise.${name}`, [owner]))];
      case 'list':
        return listMember(state, owner, name);
      case 'function':
        if (name === 'bind' || name === 'call' || name === 'apply')
          return [valued(state, native(`function.${name}`, [owner]))];
        break;
      case 'member': {
        if (name === 'bind' || name === 'call' || name === 'apply')
          return [valued(state, native(`function.${name}`, [owner]))];
        const known = apiMemberOf(owner, name);
        if (known) return [valued(state, known)];
        break;
      }
      case 'instance': {
        const cell = state.fact('cell', `${owner.id}.${name}`);
        if (cell) return [valued(state, cell.value)];
        const method = this.origins.methodOf(owner.node, name);
        if (method) {
          const value = func(method.node, this.idOf(method.node), { self: owner });
          return method.getter ? this.callFunction(state, value, [], node) : [valued(state, value)];
        }
        const field = this.origins.fieldValue(owner.node, name);
        if (field) {
          return [
            valued(
              state,
              field.kind === 'function' ? func(field.node, this.idOf(field.node), { self: owner }) : field,
            ),
          ];
        }
        break;
      }
      case 'native': {
        if (owner.name === 'deferred')
          return this.member(state, this.settledByHand(state, owner), name, node);
        const own = this.#ownErrorMember(owner, name);
        if (own) return [valued(state, own)];
        if (owner.args.length > 0) {
          // What is made of values (an error that wraps another, an observable) still holds them.
          if (name === 'cause' || name === 'originalError') {
            const inside =
              owner.args.find((a) => a.kind === 'error') ??
              owner.args.flatMap((a) => (a.kind === 'object' ? [a.fields.get('cause')] : [])).find((v) => v);
            if (inside) return [valued(state, inside)];
          }
          if (
            (owner.name === 'Error' || owner.name === 'AggregateError') &&
            /^(type|code|retriable|fatal|errno|apiId|is[A-Z]\w*)$/.test(name)
          ) {
            return [valued(state, undefinedValue)];
          }
          if (
            (owner.name === 'Error' || owner.name === 'AggregateError') &&
            !this.origins.isPutOnErrors(name)
          ) {
            if (name === 'name') return [valued(state, native('own-name', []))];
            if (name === 'cause' && owner.args[owner.name === 'Error' ? 1 : 2] === undefined)
              return [valued(state, undefinedValue)];
          }
          if (/^(rxjs|cockatiel)/.test(owner.name))
            return [valued(state, native(`${owner.name}.${name}`, owner.args))];
        }
        break;
      }
      case 'object': {
        const value = owner.fields.get(name);
        if (value)
          return [
            valued(state, value.kind === 'function' && !value.self ? { ...value, self: owner } : value),
          ];
        if (!owner.open) return [valued(state, undefinedValue)];
        break;
      }
      default:
    }
    if (owner.kind === 'api') {
      const shape = shapeOf(owner).members[name];
      if (shape?.is === 'value' && shape.role !== undefined) {
        const active = isActive(state, owner);
        return [
          valued(
            state,
            active === undefined
              ? unknown(`active(${owner.id})`)
              : literal(active === (shape.role === 'is-active')),
          ),
        ];
      }
    }
    const known = this.origins.memberOf(owner, name);
    if (known) return [valued(state, known)];
    return [
      valued(
        state,
        this.seen.derived(
          unknown(
            `${textOf(owner)}.${name}`,
            variesOf(owner),
            holdsOf(owner).filter((h) => !h.startsWith('a:')),
          ),
          `.${name}`,
          owner,
        ),
      ),
    ];
  }

  /** What the program's own error has as a field: what its constructor was given, or something by which the program judges what it holds. */
  #ownErrorMember(owner: NativeValue, name: string): Value | undefined {
    const cls = this.errorClasses.get(owner.name);
    if (!cls || /^(message|stack|name|cause|errors)$/.test(name)) return undefined;
    const given = this.origins.isWrittenFromOutside(name) ? undefined : givenAs(cls, name);
    if (typeof given === 'number' && owner.args[given]) return owner.args[given];
    const known = typeof given === 'object' ? this.origins.valueOf(given) : undefined;
    if (known && known.kind !== 'unknown') return known;
    return unknown(`${owner.key}.${name}`, variesOf(owner), holdsOf(owner), errorsIn(owner));
  }

  #errorMember(state: State, owner: ErrorValue, name: string): readonly Outcome[] {
    const source = this.sourceOf(owner.error);
    const holds = [`e:${owner.error}`];
    if (!source?.table)
      return [valued(state, name === 'cause' ? owner : unknown(`${owner.key}.${name}`, [], holds))];
    switch (name) {
      case 'cause': {
        const { yes, no } = splitBy(state, source, `cause ${owner.layer}`, (v) =>
          hasLayer(v, owner.layer < 0 ? 1 : owner.layer + 1),
        );
        return [
          ...(yes ? [valued(yes, errorValue(owner.error, owner.layer + 1))] : []),
          ...(no ? [valued(no, undefinedValue)] : []),
        ];
      }
      case 'errors': {
        const { yes, no } = splitBy(state, source, 'errors', (v) => hasLayer(v, -1));
        return [
          ...(yes ? [valued(yes, list([errorValue(owner.error, -1)], true))] : []),
          ...(no ? [valued(no, undefinedValue)] : []),
        ];
      }
      case 'message':
      case 'stack':
        return [valued(state, unknown(`${owner.key}.${name}`, [], holds))];
      case 'findBy':
      case 'toString':
      case 'toJSON':
      case 'constructor':
        return [valued(state, native(`error.${name}`, [owner]))];
      default:
        // What the program has put on errors, it judges them by.
        if (this.origins.isPutOnErrors(name) && !hasField(source.table, name))
          return [valued(state, unknown(`${owner.key}.${name}`, [], holds, [owner.error]))];
        return [valued(state, errorField(owner.error, owner.layer, name))];
    }
  }

  #assignment(node: TSESTree.AssignmentExpression, state: State): readonly Outcome[] {
    const { left, right, operator } = node;
    if (operator === '=') {
      const counter = countedUp(node);
      return chain(this.evaluate(right, state), (s, sum) =>
        chain(counter ? this.evaluate(counter, s) : [valued(s, sum)], (t, before) => {
          const value = counter ? this.#counted(node, before) : this.#flagged(left, sum);
          return chain(this.bind(left, value, t), (after) => [valued(after, value)]);
        }),
      );
    }
    if (operator === '??=' || operator === '||=' || operator === '&&=') {
      return chain(this.evaluate(left, state), (s, value) => {
        const { yes, no } = this.branch(s, value, left);
        const set = operator === '&&=' ? yes : no;
        const keep = operator === '&&=' ? no : yes;
        return [
          ...(keep ? this.#kept(keep, left, value, operator) : []),
          ...(set
            ? chain(this.evaluate(right, set), (after, assigned) =>
                chain(this.bind(left, assigned, after), (end) => [valued(end, assigned)]),
              )
            : []),
        ];
      });
    }
    return this.evaluateAll([left, right], state, (s, values) => {
      const made = this.#composed(operator, values);
      // The same text each time, so that a counter settles.
      const value: Value =
        operator === '+=' && values[1]?.kind === 'literal' && typeof values[1].value === 'number'
          ? this.#counted(node, values[0] as Value)
          : made.kind === 'unknown'
            ? unknown(`${operator}@${this.idOf(node)}`, made.varies, made.holds)
            : made;
      return chain(this.bind(left, value, s), (after) => [valued(after, value)]);
    });
  }

  /** A counter after it has been counted up. One that counts errors is more than zero from then on, and a program may ask for that. */
  #counted(node: TSESTree.UpdateExpression | TSESTree.AssignmentExpression, value: Value): Value {
    const counts =
      value.kind === 'native' ||
      (value.kind === 'literal' && typeof value.value === 'number' && value.value >= 0);
    if (node.operator !== '--' && counts && this.handling.length > 0) return native('positive', [literal(1)]);
    if (value.kind === 'native' && value.name === 'positive' && node.operator !== '--') return value;
    const target = node.type === T.UpdateExpression ? node.argument : node.left;
    return unknown(`count(${this.idOf(target)})`, variesOf(value));
  }

  /**
   * What a handler leaves in a variable from outside of it is something: the program asks afterwards whether there was an error. Where
   * it compares that with what is not known, it judges the error.
   */
  #flagged(left: TSESTree.Node, value: Value): Value {
    const handling = this.handling.at(-1);
    const tells =
      value.kind === 'unknown' ? value.plain : value.kind === 'literal' && variesOf(value).length > 0;
    if (!handling || !tells || left.type !== T.Identifier) return value;
    const declared = this.origins.bindings.variableOf(left)?.identifiers[0];
    if (!declared || contains(handling.node, declared)) return value;
    return native('something', [unknown(textOf(value), variesOf(value), [], handling.errors)]);
  }

  /** What `x ??= y` leaves where x has a value: something, whatever it is. */
  #kept(state: State, left: TSESTree.Node, value: Value, operator: string): readonly Outcome[] {
    if (value.kind !== 'unknown' || operator === '&&=') return [valued(state, value)];
    const some = native('something', [value]);
    return chain(this.bind(left, some, state), (s) => [valued(s, some)]);
  }

  #unary(node: TSESTree.UnaryExpression, state: State): readonly Outcome[] {
    if (node.operator === '!') {
      const { yes, no, thrown: failed } = this.condition(node.argument, state);
      return merged([
        ...failed,
        ...yes.map((s) => valued(s, literal(false))),
        ...no.map((s) => valued(s, literal(true))),
      ]);
    }
    if (node.operator === 'typeof') {
      const inner = unwrapped(node.argument);
      if (inner.type === T.Identifier && !this.origins.bindings.variableOf(inner))
        return [valued(state, unknown('typeof'))];
    }
    return chain(this.evaluate(node.argument, state), (s, value) => {
      switch (node.operator) {
        case 'void':
          return [
            valued(
              this.#isSideChain(node.argument) ? s : this.dropped(s, value, node.argument),
              undefinedValue,
            ),
          ];
        case 'typeof':
          return [valued(s, typeNameOf(value) ?? unknown(`typeof ${textOf(value)}`))];
        case '-':
          return [
            valued(
              s,
              value.kind === 'literal' && typeof value.value === 'number'
                ? literal(-value.value)
                : unknown(`-${textOf(value)}`, variesOf(value)),
            ),
          ];
        default:
          return [valued(s, unknown(`${node.operator}${textOf(value)}`, variesOf(value)))];
      }
    });
  }

  #binary(node: TSESTree.BinaryExpression, state: State): readonly Outcome[] {
    if (node.operator === 'instanceof') {
      return this.evaluateAll([node.left, node.right], state, (s, [left, right]) =>
        this.#instanceOf(s, left as Value, right as Value, node),
      );
    }
    if (node.left.type === T.PrivateIdentifier) return [valued(state, unknown(`@${this.idOf(node)}`))];
    return this.evaluateAll([node.left, node.right], state, (s, values) => {
      const [left, right] = values as [Value, Value];
      switch (node.operator) {
        case '===':
        case '==':
          return this.equal(s, left, right, node, node.right, node.operator === '==');
        case '!==':
        case '!=':
          return this.equal(s, left, right, node, node.right, node.operator === '!=').map((o) =>
            o.value.kind === 'literal'
              ? { ...o, value: literal(o.value.value !== true) }
              : o.value.kind === 'unknown'
                ? { ...o, value: unknown(`!${o.value.text}`, o.value.varies, o.value.holds, o.value.judged) }
                : o,
          );
        case 'in':
          if (right.kind === 'error' && left.kind === 'literal') {
            const source = this.sourceOf(right.error);
            if (source?.table)
              return this.#answers(
                splitBy(
                  s,
                  source,
                  `has ${right.layer} ${String(left.value)}`,
                  (v) => fieldIn(v, right.layer, String(left.value)) !== undefined,
                ),
              );
          }
          break;
        case '+':
          if (
            left.kind === 'literal' &&
            right.kind === 'literal' &&
            (typeof left.value === 'string' || typeof right.value === 'string')
          ) {
            return [valued(s, literal(String(left.value) + String(right.value)))];
          }
          break;
        case '<':
        case '>':
        case '<=':
        case '>=':
          if (isPositive(left) && right.kind === 'literal' && typeof right.value === 'number') {
            const than = right.value;
            if (node.operator === '>' ? than < 1 : node.operator === '>=' && than <= 1)
              return [valued(s, literal(true))];
            if (node.operator === '<' ? than <= 1 : node.operator === '<=' && than < 1)
              return [valued(s, literal(false))];
          }
          if (
            left.kind === 'literal' &&
            right.kind === 'literal' &&
            typeof left.value === 'number' &&
            typeof right.value === 'number'
          ) {
            const [a, b] = [left.value, right.value];
            return [
              valued(
                s,
                literal(
                  node.operator === '<'
                    ? a < b
                    : node.operator === '>'
                      ? a > b
                      : node.operator === '<='
                        ? a <= b
                        : a >= b,
                ),
              ),
            ];
          }
          break;
        default:
      }
      return [valued(s, this.#composed(node.operator, values))];
    });
  }

  #answers({ yes, no }: { yes: State | undefined; no: State | undefined }): Outcome[] {
    return [...(yes ? [valued(yes, literal(true))] : []), ...(no ? [valued(no, literal(false))] : [])];
  }

  #instanceOf(state: State, left: Value, right: Value, node: TSESTree.BinaryExpression): readonly Outcome[] {
    const spelled = unwrapped(node.right);
    const name =
      right.kind === 'member' && right.member.is === 'error-class'
        ? right.member.name
        : right.kind === 'native' && right.name === 'Error' && spelled.type === T.Identifier
          ? spelled.name
          : spelled.type === T.Identifier
            ? spelled.name
            : spelled.type === T.MemberExpression
              ? memberName(spelled)
              : undefined;
    if (left.kind === 'error' && name !== undefined) {
      const source = this.sourceOf(left.error);
      if (!source?.table) return [valued(state, unknown(`${textOf(left)} instanceof ${name}`))];
      const declared = declaredCategory(this.settings, 'instanceof', name) !== undefined;
      if (right.kind === 'class' && this.origins.baseOf(right.node)?.kind !== 'member' && !declared)
        return this.#answers({ yes: undefined, no: state });
      const answers = splitBy(state, source, `is ${left.layer} ${name}`, (v) =>
        isInstance(v, left.layer, name),
      );
      if (right.kind === 'member' || isCanonicalName(name) || declared)
        this.record(node, source, name, 'instanceof', answers);
      return this.#answers(answers);
    }
    if (left.kind === 'native' && right.kind === 'native')
      return [valued(state, literal(left.name === right.name.replace(/^class:/, '')))];
    if (isOwnError(left) && right.kind === 'member') return [valued(state, literal(false))];
    if (left.kind === 'native' && right.kind === 'class')
      return [valued(state, literal(left.name === `new:${this.idOf(right.node)}`))];
    if (left.kind === 'nil') return [valued(state, literal(false))];
    if (left.kind === 'native' && name === 'Error') return [valued(state, literal(true))];
    return [valued(state, unknown(`${textOf(left)} instanceof ${name ?? '?'}`))];
  }

  /** Compares two values: gives true and false, each with what it tells of an error. */
  equal(
    state: State,
    left: Value,
    right: Value,
    node: TSESTree.Node,
    spelled: TSESTree.Node,
    loose = false,
  ): readonly Outcome[] {
    const field = left.kind === 'error-field' ? left : right.kind === 'error-field' ? right : undefined;
    if (field) return this.#fieldEquals(state, field, field === left ? right : left, node, spelled, loose);
    if (left.kind === 'nil' || right.kind === 'nil') {
      if (left.kind === 'nil' && right.kind === 'nil')
        return [valued(state, literal(loose || left.value === right.value))];
      const value = left.kind === 'nil' ? right : left;
      if (value.kind === 'unknown' || (value.kind === 'api' && value.maybe)) {
        return [valued(state, unknown(comparisonText(left, right), variesOf(value)))];
      }
      return [valued(state, literal(false))];
    }
    if (left.kind === 'literal' && right.kind === 'literal')
      return [valued(state, literal(left.value === right.value))];
    if (isOwnName(left) && right.kind === 'literal' && !isStandardName(right.value))
      return [valued(state, literal(false))];
    if ((left.kind === 'error' || left.kind === 'api') && left.key === right.key)
      return [valued(state, literal(true))];
    if ((isPositive(left) && isZero(right)) || (isPositive(right) && isZero(left)))
      return [valued(state, literal(false))];
    const judged = union(judgedIn(left), judgedIn(right));
    if (left.kind === 'unknown' || right.kind === 'unknown') this.askedOfUnseen.add(node).add(spelled);
    return [
      valued(state, unknown(comparisonText(left, right), union(variesOf(left), variesOf(right)), [], judged)),
    ];
  }

  #fieldEquals(
    state: State,
    field: ErrorField,
    other: Value,
    node: TSESTree.Node,
    spelled: TSESTree.Node,
    loose: boolean,
  ): readonly Outcome[] {
    const source = this.sourceOf(field.error);
    if (!source?.table) return [valued(state, unknown(`${field.key}===${textOf(other)}`))];
    if (other.kind === 'nil' && other.missing === undefined) {
      return this.#answers(
        splitBy(
          state,
          source,
          `lacks ${field.layer} ${field.name}`,
          (v) => fieldIn(v, field.layer, field.name) === undefined,
        ),
      );
    }
    if (other.kind === 'nil') {
      this.record(spelled, source, other.missing ?? '', field.name, undefined, undefined, true);
      return [valued(state, literal(false))];
    }
    if (other.kind === 'literal') {
      const answers = splitBy(
        state,
        source,
        `${testOf(field, other.value)}${loose ? '~' : ''}`,
        (v) =>
          fieldIs(v, field.layer, field.name, other.value) ||
          (loose && String(fieldIn(v, field.layer, field.name)) === String(other.value)),
      );
      if (typeof other.value !== 'boolean')
        this.record(spelled, source, other.name ?? String(other.value), field.name, answers, other.value);
      else if (other.value) this.record(node, source, 'true', field.name, answers);
      return this.#answers(answers);
    }
    return [valued(state, unknown(`${field.key}===${textOf(other)}`, [], [], [field.error]))];
  }

  /** Where a second alternative is being evaluated, `a || b`: the states in which the first is true. */
  readonly #alternatives: (readonly State[])[] = [];
  /** Evaluates what is asked when the first of two alternatives is false. */
  #otherwise<R>(taken: readonly State[], run: () => R): R {
    this.#alternatives.push(taken);
    try {
      return run();
    } finally {
      this.#alternatives.pop();
    }
  }

  /** Whether a test is true for some error, or would be, had an alternative not said the same before: `e.type === A || e.code === 47`. */
  #canBeTrue({ yes, could }: Split, { id }: ErrorSource): boolean {
    if (yes !== undefined) return true;
    return this.#alternatives.some((states) => {
      const taken = states.reduce((mask, state) => mask | (state.fact('error', id)?.mask ?? 0n), 0n);
      return taken !== 0n && (taken & ~could) === 0n;
    });
  }

  /** Notes an error test: one around an abort that names abortable errors is a mistake at once. */
  record(
    node: TSESTree.Node,
    source: ErrorSource,
    spelling: string,
    property: string,
    answers: Split | undefined,
    value?: Literal['value'],
    missing = false,
  ): void {
    let test = this.tests.get(node);
    if (!test)
      this.tests.set(
        node,
        (test = {
          node,
          spelling,
          property,
          missing,
          isConstant: missing || (value !== undefined && spelling !== String(value)),
          sources: new Set(),
          everTrue: false,
        }),
      );
    const declared = declaredCategory(this.settings, property, value ?? spelling);
    // What the settings name may come from a wrapper on any way.
    if (declared !== undefined || (answers && this.#canBeTrue(answers, source))) test.everTrue = true;
    test.sources.add(source);
    if (source.table?.operation !== 'abort') return;
    const abortable =
      property === 'isTxnRequiresAbort' ||
      property === 'abortable' ||
      declared === 'producer-abortable' ||
      namesAbortable(typeof value === 'number' ? value : spelling);
    if (!abortable) return;
    this.findings.add({
      kind: 'abortable-test',
      node: this.siteFrom(this.handling.findLast((h) => h.errors.includes(source.id))?.node, node),
      client: source.table.client,
      operation: 'abort',
      call: source.node,
      rows: new Set(),
      detail: '',
      quoted: { spelling },
      error: source.id,
      related: undefined,
      handler: undefined,
    });
  }

  #logical(node: TSESTree.LogicalExpression, state: State): readonly Outcome[] {
    const left = this.evaluate(node.left, state);
    const taken = left.flatMap((o) =>
      o.how === 'value' ? (this.branch(o.state, o.value, undefined).yes ?? []) : [],
    );
    return chain(left, (s, value) => {
      if (node.operator === '??') {
        if (value.kind === 'nil') return this.evaluate(node.right, s);
        if (value.kind === 'unknown' || (value.kind === 'api' && value.maybe)) {
          return merged([valued(s, value), ...this.evaluate(node.right, s)]);
        }
        if (value.kind === 'error-field') {
          const source = this.sourceOf(value.error);
          if (!source?.table) return merged([valued(s, value), ...this.evaluate(node.right, s)]);
          const { yes, no } = splitBy(
            s,
            source,
            `has ${value.layer} ${value.name}`,
            (v) => fieldIn(v, value.layer, value.name) !== undefined,
          );
          return merged([...(yes ? [valued(yes, value)] : []), ...(no ? this.evaluate(node.right, no) : [])]);
        }
        return [valued(s, value)];
      }
      const { yes, no } = this.branch(s, value, node.left);
      const [keep, other] = node.operator === '||' ? [yes, no] : [no, yes];
      const kept = node.operator === '&&' && truthOf(value) === undefined ? literal(false) : value;
      return merged([
        ...(keep ? [valued(keep, kept)] : []),
        ...(other
          ? node.operator === '||'
            ? this.#otherwise(taken, () => this.evaluate(node.right, other))
            : this.evaluate(node.right, other)
          : []),
      ]);
    });
  }

  #objectExpression(node: TSESTree.ObjectExpression, state: State): readonly Outcome[] {
    const values = node.properties.map((p) =>
      p.type === T.SpreadElement ? p.argument : isFunction(p.value) || p.kind !== 'init' ? p.value : p.value,
    );
    return this.evaluateAll(values, state, (s, got) => [valued(s, this.#objectOf(node, got))]);
  }

  #objectOf(node: TSESTree.ObjectExpression, got: readonly Value[]): Value {
    const fields = new Map<string, Value>();
    let open = false;
    let varies: readonly string[] = [];
    const texts: string[] = [];
    for (const [index, property] of node.properties.entries()) {
      const value = got[index] as Value;
      varies = union(varies, variesOf(value));
      if (property.type === T.SpreadElement) {
        texts.push(`...${textOf(value)}`);
        if (value.kind === 'object') for (const [name, v] of value.fields) fields.set(name, v);
        if (value.kind !== 'object' || value.open) open = true;
        continue;
      }
      const name = staticName(property.key, property.computed);
      texts.push(`${name ?? '?'}:${textOf(value)}`);
      if (name === undefined) open = true;
      else if (property.kind === 'init') fields.set(name, value);
      else open = true;
    }
    const made = object(`{${texts.join()}}`, fields, open, varies);
    this.seen.literal(made, node);
    return made;
  }

  // ---------------------------------------------------------------- conditions

  /** Evaluates a condition and goes both ways it can go. */
  condition(raw: TSESTree.Node, state: State): Branches {
    const node = unwrapped(raw);
    if (node.type === T.UnaryExpression && node.operator === '!') {
      const { yes, no, thrown: failed } = this.condition(node.argument, state);
      return { yes: no, no: yes, thrown: failed };
    }
    if (node.type === T.LogicalExpression && node.operator !== '??') {
      const first = this.condition(node.left, state);
      const going = node.operator === '&&' ? first.yes : first.no;
      const rest =
        node.operator === '&&'
          ? going.map((s) => this.condition(node.right, s))
          : this.#otherwise(first.yes, () => going.map((s) => this.condition(node.right, s)));
      const yes = rest.flatMap((b) => b.yes);
      const no = rest.flatMap((b) => b.no);
      const failed = [...first.thrown, ...rest.flatMap((b) => b.thrown)];
      return node.operator === '&&'
        ? { yes: distinct(yes), no: distinct([...first.no, ...no]), thrown: failed }
        : { yes: distinct([...first.yes, ...yes]), no: distinct(no), thrown: failed };
    }
    const emptiness = emptinessTest(node);
    if (emptiness) {
      const outcomes = this.evaluate(emptiness.of, state);
      const yes: State[] = [];
      const no: State[] = [];
      for (const o of outcomes) {
        if (o.how !== 'value') continue;
        const { value } = o;
        if (value.kind === 'error-field' || value.kind === 'literal') {
          for (const c of this.equal(o.state, value, nil(null), node, node, true))
            (truthOf(c.value) === true ? yes : no).push(c.state);
        } else if (value.kind === 'nil') yes.push(o.state);
        else {
          const b = this.branch(o.state, value, emptiness.of);
          if (b.no) yes.push(b.no);
          if (b.yes) no.push(b.yes);
        }
      }
      const failed = outcomes.filter((o) => o.how !== 'value');
      return emptiness.negated ? { yes: no, no: yes, thrown: failed } : { yes, no, thrown: failed };
    }
    const yes: State[] = [];
    const no: State[] = [];
    const failed: Outcome[] = [];
    for (const outcome of this.evaluate(node, state)) {
      if (outcome.how !== 'value') {
        failed.push(outcome);
        continue;
      }
      const branches = this.branch(outcome.state, outcome.value, node);
      const isShared = branches.yes && branches.no && this.#asksForShared(node);
      if (branches.yes) yes.push(isShared ? heldOpen(branches.yes) : branches.yes);
      if (branches.no) no.push(isShared ? heldOpen(branches.no) : branches.no);
    }
    return { yes: distinct(yes), no: distinct(no), thrown: failed };
  }

  /**
   * Whether a condition asks for what the calls of a function within another one have in common, as callbacks that are counted: the one
   * that comes last goes on, and the others leave that to it.
   */
  #asksForShared(node: TSESTree.Node): boolean {
    if (!this.frame.fn) return false;
    const { bindings } = this.origins;
    return someNode(node, this.sourceCode.visitorKeys, (at) => {
      const variable = at.type === T.Identifier ? bindings.variableOf(at) : undefined;
      if (!variable || !bindings.isCaptured(variable) || !bindings.isChanged(variable)) return false;
      const owner = variable.scope.variableScope.block;
      return owner !== this.frame.fn && this.frames.some(({ fn }) => fn === owner);
    });
  }

  /** The states in which a value is truthy and falsy. */
  branch(
    state: State,
    value: Value,
    node: TSESTree.Node | undefined,
  ): { yes: State | undefined; no: State | undefined } {
    const truth = truthOf(value);
    if (truth === true) return { yes: state, no: undefined };
    if (truth === false) return { yes: undefined, no: state };
    if (value.kind === 'error-field') {
      const source = this.sourceOf(value.error);
      if (!source?.table) return { yes: state, no: state };
      const answers = splitBy(state, source, `truthy ${value.layer} ${value.name}`, (v) =>
        Boolean(fieldIn(v, value.layer, value.name)),
      );
      if (node) this.record(node, source, value.name, value.name, answers);
      return answers;
    }
    let base = state;
    if (value.kind === 'unknown') {
      if (node) this.askedOfUnseen.add(node);
      for (const id of value.judged) {
        const fact = base.fact('error', id);
        if (fact) base = base.withFact(id, { ...fact, judged: true });
        // Whether the transaction has to be aborted then, is judged with the error.
        const transaction = this.sourceOf(id)?.transaction;
        const open = transaction === undefined ? undefined : base.fact('transaction', transaction);
        if (transaction !== undefined && open) base = base.withFact(transaction, { ...open, held: true });
      }
      const assumed = this.#assumption(base, value.text, value.varies, node);
      if (assumed !== undefined) return assumed;
    }
    const target = node ? unwrapped(node) : undefined;
    const variable = target?.type === T.Identifier ? this.origins.bindings.variableOf(target) : undefined;
    if (value.kind === 'api' && variable) {
      return {
        yes: base.set(variable, { ...value, maybe: false, key: value.key.replace(/\?$/, '') }),
        no: base.set(variable, undefinedValue),
      };
    }
    return { yes: base, no: base };
  }

  readonly #asked: AskedConditions;
  /** Conditions on the same unknown value that are asked more than once, by a loop's turns, too, are decided once on each way. */
  #assumption(
    state: State,
    text: string,
    varies: readonly string[],
    node: TSESTree.Node | undefined,
  ): { yes: State | undefined; no: State | undefined } | undefined {
    if (!node || varies.length > 0) return undefined;
    const negated = text.startsWith('!');
    const name = negated ? text.slice(1) : text;
    if (!this.#asked.isAskedAgain(node) && !(this.turns.length > 0 && this.#isGiven(node, name)))
      return undefined;
    const holds = state.fact('assumption', name)?.holds ?? (equalsAnother(state, name) ? false : undefined);
    if (holds !== undefined)
      return holds !== negated ? { yes: state, no: undefined } : { yes: undefined, no: state };
    const of = (isSo: boolean): State => state.withFact(name, { is: 'assumption', holds: isSo });
    return { yes: of(!negated), no: of(negated) };
  }

  readonly #given = new Map<FunctionNode, readonly string[]>();
  /** Whether a value is one that the entry was given: the same in all turns of its loops, as what it has, `signal.aborted`, need not be. */
  #isGiven(node: TSESTree.Node, text: string): boolean {
    if (!this.entry || askedBy(node)?.of.type !== T.Identifier) return false;
    let names = this.#given.get(this.entry);
    if (!names) {
      const { bindings } = this.origins;
      names = bindings
        .ownedBy(this.entry)
        .filter((variable) => (variable.defs[0]?.type as string | undefined) === 'Parameter')
        .map((variable) => `${variable.name}:${bindings.idOf(variable)}`);
      this.#given.set(this.entry, names);
    }
    return names.some((name) => text === name || text.startsWith(`${name}===`));
  }

  // ---------------------------------------------------------------- promises, calls

  /** What has become of a promise by now whose `resolve` and `reject` the program keeps; any other value is itself. */
  settledByHand(state: State, value: Value): Value {
    if (value.kind !== 'native' || value.name !== 'deferred') return value;
    const [id] = value.args;
    const cell = state.fact('cell', `settle.${id?.kind === 'literal' ? String(id.value) : ''}`);
    return cell?.value ?? promise(true, unknown(value.key));
  }

  /** Waits for a value. */
  awaited(state: State, given: Value): readonly Outcome[] {
    const value = this.settledByHand(state, given);
    if (value.kind !== 'promise') {
      return [valued(value.kind === 'unknown' ? settled(state, value.holds) : state, value)];
    }
    let next = state;
    for (const id of value.owes) next = next.withoutFact('debt', debtOf(id));
    if (!value.fulfilled) return [thrown(next, value.value)];
    return value.value.kind === 'promise' ? this.awaited(next, value.value) : [valued(next, value.value)];
  }

  /** Whether an expression only hooks handlers onto a promise in a variable that is read elsewhere too, where it is waited for. */
  #isSideChain(node: TSESTree.Node): boolean {
    let at = unwrapped(node);
    if (at.type === T.UnaryExpression && at.operator === 'void') at = unwrapped(at.argument);
    let hooks = 0;
    while (
      at.type === T.CallExpression &&
      at.callee.type === T.MemberExpression &&
      /^(then|catch|finally)$/.test(memberName(at.callee) ?? '')
    ) {
      at = unwrapped(at.callee.object);
      hooks++;
    }
    if (hooks === 0 || at.type !== T.Identifier) return false;
    const variable = this.origins.bindings.variableOf(at);
    return variable?.references.some((r) => r.isRead() && r.identifier !== at) === true;
  }

  /** A value that nobody takes: a promise of an operation that nobody waits for. */
  dropped(state: State, value: Value, node: TSESTree.Node): State {
    if (value.kind === 'list') {
      let next = state;
      for (const item of value.items) next = this.dropped(next, item, node);
      return next;
    }
    if (value.kind !== 'promise') return state;
    let next = state;
    for (const owed of value.owes) {
      const id = debtOf(owed);
      const debt = next.fact('debt', id);
      if (!debt) continue;
      next = next.withoutFact('debt', id);
      const transaction = next.fact('transaction', debt.transaction);
      // A chain whose handlers have gone on to the end of the transaction needs nobody to wait for it.
      if (isContinued(owed) && transaction?.state !== 'open' && transaction?.state !== 'must-abort') continue;
      report(
        this,
        next,
        'floating',
        node,
        undefined,
        { client: transaction?.client ?? 'kafkajs', operation: debt.operation, node: debt.at },
        { detail: isContinued(owed) ? 'continued' : 'dropped' },
      );
    }
    if (!value.fulfilled) {
      const errors = errorsIn(value.value);
      for (const id of errors) {
        const fact = next.fact('error', id);
        if (fact) next = next.withFact(id, { ...fact, surfaced: true, judged: true });
      }
      next = this.courses?.told(this, next, errors, 'unheard', node) ?? next;
    }
    return next;
  }

  /** Calls a function of the file. `handled` are errors it gets as a handler. */
  callFunction(
    state: State,
    callee: FunctionValue,
    given: readonly Value[],
    node: TSESTree.Node,
    handled?: { readonly errors: readonly string[]; readonly ignored?: boolean },
    self?: Value,
  ): readonly Outcome[] {
    const { node: fn } = callee;
    const active = this.frames.filter((f) => f.fn === fn).length;
    if (active >= 2 || this.frames.length > DEEPEST) return [];
    this.#step();
    this.entered.add(fn);
    this.enteredNow.add(fn);
    const { bindings } = this.origins;
    const owned = bindings.ownedBy(fn);
    const recursion = active > 0 ? this.idOf(fn) : undefined;
    let args = [...callee.bound, ...given];
    let start = state;
    if (recursion !== undefined) {
      this.#recursions.set(node, recursion);
      start = advanced(this, state, recursion, node);
    }
    const changing = this.#changingParameters(fn);
    if (changing.size > 0) {
      args = args.map((arg, index) =>
        changing.has(index) && (arg.plain || arg.kind === 'literal') && !isEmptyList(arg)
          ? unknown(`turn(${this.idOf(fn)}.${index})`, union(variesOf(arg), [this.idOf(fn)]), holdsOf(arg))
          : arg,
      );
    }
    const saved = start;
    for (const [variable, value] of callee.captured) start = start.set(variable, value);
    start = start.without(
      owned.filter((v) => active > 0 || !bindings.isCaptured(v) || !bindings.isChanged(v)),
    );
    const handlers = this.handling.length;
    const yields = fn.generator ? [] : undefined;
    this.frames.push({
      fn,
      call: node,
      self: callee.self ?? self,
      handlers,
      ignored: handled?.ignored ?? false,
      yields,
    });
    if (handled) this.handling.push({ errors: handled.errors, node: fn });
    if (recursion !== undefined) this.turns.push(recursion);
    let outcomes: readonly Outcome[];
    try {
      let bound: readonly Outcome[] = [valued(start, undefinedValue)];
      for (const [index, parameter] of fn.params.entries()) {
        const value =
          parameter.type === T.RestElement ? list(args.slice(index), false) : (args[index] ?? undefinedValue);
        bound = chain(bound, (s) => this.bind(parameter, this.#believed(parameter, value), s));
      }
      outcomes = merged(
        chain(bound, (s) =>
          fn.body.type === T.BlockStatement
            ? this.block(fn.body.body, s)
            : this.evaluate(fn.body, s).map((o) =>
                o.how === 'value'
                  ? { ...o, how: 'return' as const, state: this.#told(o.state, o.value, fn.body) }
                  : o,
              ),
        ),
      );
    } finally {
      this.frames.pop();
      this.handling.length = handlers;
      if (recursion !== undefined) this.turns.pop();
    }
    const restored = owned.filter((v) => active > 0 || !(bindings.isCaptured(v) && bindings.isChanged(v)));
    const result = outcomes.map((o): Outcome => {
      const after = o.state.restored([...restored, ...callee.captured.keys()], saved);
      if (o.how === 'throw')
        return fn.async ? valued(after, promise(false, o.value)) : thrown(after, o.value);
      const value = o.how === 'return' ? this.#typed(o.value, fn.returnType, fn) : undefinedValue;
      if (fn.generator) return valued(after, list(yields ?? [], true));
      if (!fn.async) return valued(after, value);
      return valued(after, value.kind === 'promise' ? value : promise(true, value));
    });
    return merged(result);
  }

  readonly #changing = new Map<FunctionNode, ReadonlySet<number>>();
  /** The parameters of a function that get something else when it calls itself. */
  #changingParameters(fn: FunctionNode): ReadonlySet<number> {
    const known = this.#changing.get(fn);
    if (known) return known;
    const changing = new Set<number>();
    this.#changing.set(fn, changing);
    for (const use of this.origins.selfCallsOf(fn)) {
      for (const [index, parameter] of fn.params.entries()) {
        const argument = use.arguments[index];
        const same =
          parameter.type === T.Identifier &&
          argument?.type === T.Identifier &&
          argument.name === parameter.name;
        if (!same) changing.add(index);
      }
    }
    return changing;
  }

  /** What an argument is by the parameter's type, where the argument itself says nothing. */
  #believed(parameter: TSESTree.Parameter, value: Value): Value {
    if (value.kind !== 'unknown' || value.holds.length > 0) return value;
    const target = parameter.type === T.AssignmentPattern ? parameter.left : parameter;
    if (target.type !== T.Identifier) return value;
    const variable = this.origins.bindings.variableOf(target);
    if (!variable || !target.typeAnnotation) return value;
    const typed = this.origins.variableValue(variable);
    return typed.kind === 'unknown' ? value : typed;
  }

  /** What a variable gets: where nothing is known of the value, the variable's annotation tells. */
  #declared(variable: Variable, value: Value): Value {
    const [definition] = variable.defs;
    const name = (definition?.type as string | undefined) === 'Variable' ? definition?.name : undefined;
    return name?.type === T.Identifier ? this.#typed(value, name.typeAnnotation, name) : value;
  }

  #typed(value: Value, annotation: TSESTree.TSTypeAnnotation | undefined, at: TSESTree.Node): Value {
    if (!annotation || value.kind !== 'unknown' || value.holds.length > 0) return value;
    const typed = this.origins.typed(typeExpressionOf(annotation.typeAnnotation), `typed:${this.idOf(at)}`);
    return typed?.kind === 'api' || (typed?.kind === 'promise' && typed.value.kind === 'api') ? typed : value;
  }

  /** The instance of a class that `this` is in a function analysed by itself. */
  selfOf(fn: FunctionNode): Value | undefined {
    for (let at: TSESTree.Node | undefined = fn.parent; at; at = at.parent) {
      if (
        at.type === T.MethodDefinition ||
        at.type === T.PropertyDefinition ||
        at.type === T.AccessorProperty
      ) {
        const cls = at.parent.parent;
        if (at.static) return classValue(cls, this.idOf(cls));
        const own = this.origins.concreteOf(cls);
        return instance(own, `this:${this.idOf(own)}`);
      }
      if (at.type === T.FunctionDeclaration || at.type === T.FunctionExpression) {
        if (at.parent.type !== T.MethodDefinition) break;
      }
    }
    const owner = this.origins.constructorAround(fn.body);
    return owner && isFunction(owner) ? instance(owner, `this:${this.idOf(owner)}`) : undefined;
  }

  /** A producer that has just been made. */
  created(state: State, value: Value, node: TSESTree.Node): State {
    const next = created(state, value);
    if (value.kind === 'api') this.#makers.set(value.id, this.frame.fn);
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

/** What `typeof` says of a value, where that is known. */
function typeNameOf(value: Value): Value | undefined {
  switch (value.kind) {
    case 'nil':
      return literal(value.value === null ? 'object' : 'undefined');
    case 'literal':
      return literal(typeof value.value);
    case 'function':
    case 'class':
      return literal('function');
    case 'error':
    case 'promise':
    case 'list':
    case 'object':
    case 'instance':
      return literal('object');
    default:
      return undefined;
  }
}

/** The counter in `x = x + 1`, which is another way to write `x += 1`. */
function countedUp({ left, right }: TSESTree.AssignmentExpression): TSESTree.Identifier | undefined {
  if (left.type !== T.Identifier || right.type !== T.BinaryExpression || right.operator !== '+')
    return undefined;
  const { left: counter, right: step } = right;
  const isStep = step.type === T.Literal && typeof step.value === 'number' && step.value > 0;
  return counter.type === T.Identifier && counter.name === left.name && isStep ? counter : undefined;
}

/** The errors that whoever branches on a value judges. */
const judgedIn = (value: Value): readonly string[] =>
  value.kind === 'unknown'
    ? value.judged
    : value.kind === 'native' && value.name === 'something'
      ? value.args.flatMap(judgedIn)
      : [];
/** What a recursion over the rest of a list ends with. */
const isEmptyList = (value: Value): boolean =>
  value.kind === 'list' && value.items.length === 0 && !value.many;
const isPositive = (value: Value): boolean => value.kind === 'native' && value.name === 'positive';
/** An error that the program makes, not a client. */
const isOwnError = (value: Value): boolean =>
  value.kind === 'native' &&
  (value.name === 'Error' || value.name === 'AggregateError' || value.name.startsWith('new:'));
/** The name of an error of the language's own classes. */
const isOwnName = (value: Value): boolean => value.kind === 'native' && value.name === 'own-name';
const isStandardName = (name: unknown): boolean =>
  typeof name === 'string' && /^(|Aggregate|Eval|Range|Reference|Syntax|Type|URI)Error$/.test(name);
const isZero = (value: Value): boolean => value.kind === 'literal' && value.value === 0;

const contains = (outer: TSESTree.Node, inner: TSESTree.Node): boolean =>
  inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1];

/** Marks errors as having reached someone. */
/** A state in which everybody has been told of what those who went another way have been told of. */
function toldBy(state: State, others: readonly Outcome[]): State {
  const told = others.flatMap((o) =>
    o.how === 'value' ? o.state.factsOf('error').flatMap(([id, fact]) => (fact.surfaced ? [id] : [])) : [],
  );
  return surfaced(state, [...new Set(told)]);
}

export function surfaced(state: State, errors: readonly string[]): State {
  let next = state;
  for (const id of errors) {
    const fact = next.fact('error', id);
    if (fact && !fact.surfaced) next = next.withFact(id, { ...fact, surfaced: true });
  }
  return next;
}

/** Marks open transactions as those that somebody may still end. */
export function heldOpen(state: State): State {
  let next = state;
  for (const [id, fact] of state.factsOf('transaction'))
    if (!fact.held) next = next.withFact(id, { ...fact, held: true });
  return next;
}

/** Marks promises as waited for. */
export function settled(state: State, holds: readonly string[]): State {
  let next = state;
  for (const hold of holds) if (hold.startsWith('p:')) next = next.withoutFact('debt', debtOf(hold.slice(2)));
  return next;
}

function distinct(states: readonly State[]): readonly State[] {
  if (states.length < 2) return states;
  return merged(states.map((s) => valued(s, undefinedValue))).map((o) => o.state);
}

/** `x == null`, `x === undefined`, `null !== x` and the like. */
function emptinessTest(node: TSESTree.Node): { of: TSESTree.Node; negated: boolean } | undefined {
  if (node.type !== T.BinaryExpression || !/^[!=]==?$/.test(node.operator)) return undefined;
  const isEmpty = (n: TSESTree.Node): boolean =>
    (n.type === T.Literal && n.value === null && !('regex' in n)) ||
    (n.type === T.Identifier && n.name === 'undefined');
  const of = isEmpty(node.right) ? node.left : isEmpty(node.left) ? node.right : undefined;
  return of ? { of, negated: node.operator.startsWith('!') } : undefined;
}
