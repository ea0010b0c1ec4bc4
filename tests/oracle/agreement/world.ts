import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import type { Analysis } from '../../../src/flow/analysis.js';
import type { ApiValue, InstanceValue, Value } from '../../../src/model/value.js';
import { staticName, type ClassNode, type FunctionNode } from '../../../src/model/syntax.js';
import { kindOf } from '../../../src/model/api.js';
import { MESSAGE } from '../fakes/error-of.js';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Driver, Running } from '../run.js';
import { isStarting, type EntryPoint } from './entries.js';
import { HOOKS, type Instrumented } from './instrumented.js';
import { nestClient, nestContext } from './nest.js';
import type { ClientId } from '../../../src/clients/index.js';
import type { ConsumedRecord } from '../back-end.js';
import { clientOf, consumerOf, makeReady, producerOf, settingsOf } from './given.js';
import { moduleFor } from './modules.js';
import { plainOf } from './plain.js';
import { parameterNames, StandIns, textOfStandIn, type Callable, type Offsets } from './stand-ins.js';

/** What is called, and how the world is. */
export interface Scene {
  /** Nothing but the top level, where there is none. */
  readonly entry: EntryPoint | undefined;
  /** Which of the functions that were handed over are called then, each when the one before has handed it over. */
  readonly listeners: readonly number[];
  /** Conditions about the world outside that are the other way round. */
  readonly flipped: ReadonlySet<number>;
  /** Lists that come from outside are empty. */
  readonly isEmpty: boolean;
  /** What is called outside by this name fails. */
  readonly failing: string | undefined;
  /** What makes the module ready is called first. */
  readonly isReady: boolean;
  /** What is called before the entry, to keep what it is given. */
  readonly filling: readonly EntryPoint[];
  /** The entry is called twice. */
  readonly isAgain: boolean;
  /** What goes wrong on the application's side counts, and what comes of it need not be reported. */
  readonly isOdd: boolean;
}

/** What a scene has come by. */
export interface Seen {
  /** How many functions were handed over. */
  listeners: number;
  /** What was called outside. */
  readonly calls: Set<string>;
  /** The conditions about the world outside that were asked for. */
  readonly conditions: Set<number>;
  /** Errors that say that the program was given what it cannot do with. */
  readonly slips: Set<string>;
  /** Nothing was done with a client. */
  isIdle: boolean;
  /** Lists from outside were asked for. */
  lists: boolean;
  /** Why what was to be called could not be. */
  trouble: string | undefined;
}

type Names = Readonly<Record<string, () => unknown>>;

/** Whether a condition is one of a loop, and whether the loop goes on while or until it holds. */
type Turns = '' | 'while' | 'until';

/** What a test runner is given. */
const TEST = /(^|\.)(it|test|specify)$/;
const BEFORE_ALL = /(^|\.)(before|beforeAll)$/;
const BEFORE_EACH = /(^|\.)beforeEach$/;
const AFTER_EACH = /(^|\.)afterEach$/;
const AFTER_ALL = /(^|\.)(after|afterAll)$/;
const COMES_BESIDE_TESTS = /(^|\.)(before|after)(All|Each)?$/;

/** How often a condition of a loop lets it go on. */
const TURNS = 2;

/** How often a condition is decided in one way: more than any loop that uses a client has turns. */
const MOST_DECISIONS = 500;

/** Gives a value that was not there yet the time to come. */
class World {
  readonly standIns: StandIns;
  readonly #given = new Map<string, unknown>();
  readonly #parameters = new Set<string>();
  readonly #args: unknown[] = [];
  readonly #calls = new Map<string, number>();
  readonly #turns = new Map<number, number>();
  readonly #decisions = new Map<number, number>();
  #polls = 0;
  readonly #instances = new Map<unknown, object>();
  #names: Names = {};
  #exports: object = {};
  #starting = true;
  #transaction: unknown;
  /** Producers that are given, by client and type. */
  readonly #ready = new Map<string, unknown[]>();

  constructor(
    private readonly analysis: Analysis,
    private readonly program: Instrumented,
    private readonly scene: Scene,
    private readonly seen: Seen,
    private readonly run: Running,
  ) {
    const isStarting = (): boolean => this.#starting;
    this.standIns = new StandIns(
      {
        got: (value) => {
          this.#isGot(value);
        },
        isThing: (value) => run.recorder.things.has(value),
        called: (name, of) => {
          if (isStarting()) return undefined;
          if (this.#parameters.has(name) || this.#parameters.has(of))
            this.run.recorder.answers.push(this.run.recorder.tick());
          const count = (this.#calls.get(name) ?? 0) + 1;
          this.#calls.set(name, count);
          if (count <= MOST_CALLS) seen.calls.add(count === 1 ? name : `${name} ${count}`);
          const [failing, from] = scene.failing?.split(' ') ?? [];
          return name === failing && (from === undefined || count === Number(from))
            ? () => run.recorder.mishap(new Error(`${name} has failed`))
            : undefined;
        },
        isEmpty: scene.isEmpty,
        listed: () => {
          seen.lists = true;
        },
        listens: (name, fn, own) => {
          this.#listens(name, fn, own);
        },
        get isStarting() {
          return isStarting();
        },
      },
      offsetsOf(program.clients),
    );
  }

  #listens(name: string, fn: Callable, own: Callable = fn): void {
    this.run.recorder.listeners.push({ name, fn, own });
  }

  /** Somebody outside has a value: errors are heard of, and transactions can be ended. */
  #isGot(value: unknown, depth = 3): void {
    // What an error says is its message.
    if (typeof value === 'string' && value.includes(MESSAGE))
      for (const { error } of this.run.recorder.deeds) if (error) this.run.recorder.surfaced.push(error);
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || depth < 0) return;
    if (textOfStandIn(value) !== undefined || value instanceof Promise) return;
    const { recorder } = this.run;
    const transaction = recorder.handles.get(value);
    if (transaction !== undefined) recorder.held.add(transaction);
    const producer = recorder.numbers.get(value);
    if (producer !== undefined) {
      this.#holdThoseOf(producer);
      return;
    }
    if (value instanceof Error) recorder.surfaced.push(value);
    else for (const inside of insideOf(value)) this.#isGot(inside, depth - 1);
  }

  /** What is given to who has called: promises in it are waited for there. */
  #taken(value: unknown): unknown {
    const take = (given: unknown): void => {
      for (const promise of promisesIn(given))
        promise.catch((error: unknown) => this.run.recorder.surfaced.push(error));
    };
    if (value instanceof Promise) value.then(take, () => undefined);
    else take(value);
    return value;
  }

  /** Promises that an instance keeps are for who asks it for them: what they are rejected with is heard of there. */
  #isKept(): void {
    const { rejected, unhandled, surfaced } = this.run.recorder;
    const kept = new Set([...this.#instances.values()].flatMap((instance) => promisesIn(instance, 3)));
    for (const { promise, reason } of rejected) {
      if (!kept.has(promise as Promise<unknown>)) continue;
      unhandled.splice(unhandled.indexOf(reason), 1);
      surfaced.push(reason);
    }
  }

  moduleOf(specifier: string): unknown {
    return moduleFor(specifier, this.standIns, this.program.imports, (name, fn, own) => {
      this.#listens(name, fn, own);
    });
  }

  globals(): Record<string, unknown> {
    const free = Object.fromEntries(this.program.free.map((name) => [name, this.standIns.of(name)]));
    return {
      ...free,
      JSON: LENIENT_JSON(this.standIns),
      Buffer: LENIENT_BUFFER,
      Date: LENIENT_DATE,
      fetch: this.standIns.of('fetch'),
      [HOOKS.names]: (names: Names) => {
        this.#names = names;
      },
      [HOOKS.given]: (id: number, value: unknown) => this.#givenFor(id, value),
      [HOOKS.holds]: (id: number, turns: Turns, by: number, value: unknown, given: readonly unknown[]) =>
        this.#holds(id, turns, this.#isChosen(by), value, given),
      [HOOKS.spread]: (object: object) => this.standIns.withSpread(object, this.program.asked),
      [HOOKS.chosen]: (cases: readonly (readonly [number, unknown])[], value: unknown) =>
        textOfStandIn(value) === undefined
          ? value
          : (cases.find(([id]) => this.#decided(id, false))?.[1] ?? value),
      [HOOKS.equals]: (
        id: number,
        turns: Turns,
        operator: string,
        by: number,
        a: unknown,
        b: unknown,
        counted: readonly unknown[],
      ) =>
        turns === ''
          ? this.#equals(id, operator, this.#isChosen(by) || this.#mayBeMore(counted), a, b)
          : this.#goesOnByEquality(id, turns, operator, a, b),
    };
  }

  #decided(id: number, usual: boolean): boolean {
    this.seen.conditions.add(id);
    const count = (this.#decisions.get(id) ?? 0) + 1;
    this.#decisions.set(id, count);
    // A loop that it keeps going has an end: it is otherwise from then on.
    if (count > MOST_DECISIONS) return this.scene.flipped.has(id) ? usual : !usual;
    if (!this.scene.flipped.has(id)) return usual;
    this.run.recorder.isOtherwise = true;
    if (this.scene.isOdd) this.run.recorder.mishap(new Error('It is the other way round.'));
    return !usual;
  }

  /** Whether a function's parameters are what the call from outside has given. */
  #isChosen(by: number): boolean {
    return by >= 0 && this.scene.entry?.fn === this.program.choosing[by];
  }

  #holds(id: number, turns: Turns, isChosen: boolean, value: unknown, given: readonly unknown[]): unknown {
    const text = textOfStandIn(value);
    if (text === undefined) {
      const isOutside = turns === '' && (isChosen || given.some(isOfOutside));
      return isOutside && typeof value === 'boolean' ? this.#decided(id, value) : value;
    }
    return turns === '' ? this.#decided(id, StandIns.truthOf(text)) : this.#goesOn(id, turns);
  }

  /** Whether something outside that is counted may have another number of items than usual. */
  #mayBeMore(counted: readonly unknown[]): boolean {
    return this.scene.isOdd && counted.some((one) => this.standIns.isList(one));
  }

  /** Whether a condition of a loop about something outside holds: it lets the loop go on a few times. */
  #goesOn(id: number, turns: Turns): boolean {
    const turn = (this.#turns.get(id) ?? 0) + 1;
    this.#turns.set(id, turn);
    return this.#decided(id, turn <= TURNS === (turns === 'while'));
  }

  #goesOnByEquality(id: number, turns: Turns, operator: string, a: unknown, b: unknown): boolean {
    const isOutside = textOfStandIn(a) !== undefined || textOfStandIn(b) !== undefined;
    return isOutside ? this.#goesOn(id, turns) : compared(operator, a, b);
  }

  #equals(id: number, operator: string, isChosen: boolean, a: unknown, b: unknown): boolean {
    const usual = compared(operator, a, b);
    const isOutside = isChosen || isOfOutside(a) || isOfOutside(b);
    // A client's error is of none of the application's classes.
    if (operator === 'instanceof' && this.run.recorder.deeds.some(({ error }) => error === a)) return usual;
    return isOutside ? this.#decided(id, usual) : usual;
  }

  /** A thing of a client, where a stand-in is what the analysis takes for one. */
  #givenFor(id: number, value: unknown): unknown {
    const known = this.program.values[id];
    const text = textOfStandIn(value);
    if (!known || (text === undefined && value !== undefined)) return value;
    if (value === undefined && !this.program.unset.has(id)) return value;
    // What is looked up may not be there.
    if (value === undefined && this.program.lookedUp.has(id) && !this.#decided(LOOKED_UP + id, true))
      return value;
    return this.#made(known, text ?? known.key) ?? value;
  }

  #made(value: ApiValue | InstanceValue | Value, text: string): unknown {
    const key = `${value.kind === 'api' ? `${value.client} ${value.type}` : value.key} ${text}`;
    if (this.#given.has(key)) return this.#given.get(key);
    const { recorder } = this.run;
    const was = recorder.isGiving;
    recorder.isGiving = true;
    const made =
      value.kind === 'api'
        ? this.#thing(value)
        : value.kind === 'instance'
          ? this.#instanceOf(value)
          : undefined;
    recorder.isGiving = was;
    this.#given.set(key, made);
    return made;
  }

  #thing({ client, type }: ApiValue): unknown {
    switch (kindOf(client, type)) {
      case 'producer':
        return this.#ready.get(`${client} ${type}`)?.shift() ?? producerOf(client, type, this.run);
      case 'transaction':
        return this.#transaction;
      case 'consumer':
        return this.#consumer(client);
      case 'kafka':
        return this.#client(client);
      default:
    }
    switch (type) {
      case 'nestClient':
        return nestClient(this.#client(client), this.#producer(client) as never);
      case 'nestContext':
        return nestContext(this.#producer(client), this.#consumer(client), (name) => this.standIns.of(name));
      default:
        return undefined;
    }
  }

  #consumer(client: ClientId): unknown {
    return consumerOf(client, this.run);
  }

  #client(client: ClientId): unknown {
    return clientOf(client, this.run);
  }

  /** What the program gets that asks for records: each time the next ones. */
  polled(): readonly ConsumedRecord[] {
    const from = this.#polls++ * 2;
    const inRecord = (at: number, name: string): string =>
      this.standIns.of(`message[${at}].${name}`) as string;
    return [from, from + 1].map((at) => ({
      topic: 'consumed',
      partition: 0,
      offset: 42 + at,
      key: inRecord(at, 'key'),
      value: inRecord(at, 'value'),
    }));
  }

  /** Who makes a producer ready leaves nothing to the program but to begin, where it does. */
  get #beginning(): Instrumented['operations'] {
    return new Set(this.program.operations.has('begin') ? (['begin'] as const) : []);
  }

  /** Makes the producers that the program is given, as those who have them use them. */
  async prepare(): Promise<void> {
    const { recorder } = this.run;
    recorder.isGiving = true;
    for (const { client, type, count } of this.program.given)
      this.#ready.set(
        `${client} ${type}`,
        Array.from({ length: count }, () => producerOf(client, type, this.run)),
      );
    await this.#makeProducersReady(this.scene.isReady ? this.#beginning : this.program.operations);
  }

  /** Whoever has the program's producers does with them what the program leaves to be done. */
  async #makeProducersReady(does: Instrumented['operations'], isLast = true): Promise<void> {
    const { recorder } = this.run;
    recorder.isGiving = true;
    const isInitialised = (producer: object): boolean =>
      recorder.deeds.some(
        (deed) =>
          deed.operation === 'init' &&
          deed.outcome === 'ok' &&
          deed.producer === recorder.numbers.get(producer),
      );
    // Where it has to be ready, who has it does also what the program does elsewhere.
    const isAll = this.scene.isReady && isLast && !this.#starting;
    const waiting = this.scene.isReady
      ? recorder.producers.filter(({ producer }) => !isInitialised(producer))
      : recorder.producers.splice(0);
    // A transaction is begun where the program begins none.
    const left = isAll ? this.#beginning : does;
    const isWaiting = waiting.map(({ client, producer }) => makeReady(client, producer, left)).includes(true);
    if (isWaiting) await this.run.settle();
    recorder.isGiving = false;
  }

  #producer(client: ClientId): unknown {
    return producerOf(client, 'producer', this.run);
  }

  #instanceOf({ node }: InstanceValue): unknown {
    if (node.type !== T.ClassDeclaration || !node.id) return undefined;
    const made = this.#names[node.id.name];
    const instance = made && this.#instance(made());
    if (instance && isData(node)) this.#fill(instance, node.body.body);
    return instance;
  }

  /** Somebody outside has given the fields of an object what they are declared to have. */
  #fill(instance: object, members: readonly TSESTree.ClassElement[]): void {
    for (const member of members) {
      if (member.type !== T.PropertyDefinition || member.value || member.static) continue;
      const name = staticName(member.key, member.computed);
      if (name === undefined || Reflect.get(instance, name) !== undefined) continue;
      Reflect.set(instance, name, this.#ofType(member.typeAnnotation?.typeAnnotation, name));
    }
  }

  /** What an abstract class leaves to others is there in its instances. */
  #fillAbstract(instance: object, Class: unknown): void {
    for (const [name, cls] of this.program.classes) {
      const get = this.#names[name];
      if (!get || valueOf(get) !== Class) continue;
      for (const member of cls.body.body) {
        if (member.type !== T.TSAbstractMethodDefinition && member.type !== T.TSAbstractPropertyDefinition)
          continue;
        const key = staticName(member.key, member.computed);
        if (key !== undefined && !(key in instance)) Reflect.set(instance, key, this.standIns.of(key));
      }
    }
  }

  #instance(Class: unknown): object {
    const known = this.#instances.get(Class);
    if (known) return known;
    const text = this.#constructorText(Class);
    const args =
      text === ''
        ? settingsOf(Class, this.program.clients, this.run)
        : this.standIns.argumentsFor(text, 'argument');
    const made = Reflect.construct(Class as new () => object, args) as object;
    this.#instances.set(Class, made);
    this.#fillAbstract(made, Class);
    return made;
  }

  /** The text of a class's own constructor, or of that which it inherits, from its parameters on. */
  #constructorText(Class: unknown): string {
    const own = new Set([
      ...Object.values(this.#names).map(valueOf),
      this.#exports,
      ...insideOf(this.#exports),
    ]);
    const isOwn = (at: unknown, text: string): boolean =>
      own.has(at) || (text.startsWith('class') && textOfStandIn(at) === undefined);
    for (let at = Class; typeof at === 'function'; at = Object.getPrototypeOf(at) as unknown) {
      const text = Function.prototype.toString.call(at);
      if (!isOwn(at, text)) break;
      const found = /\bconstructor\s*\(/.exec(text);
      if (found) return text.slice(found.index);
      if (text.startsWith('function')) return text;
    }
    return '';
  }

  /** Whether the program gets a transaction that somebody else has begun. */
  #takesTransaction(): ApiValue | undefined {
    return this.program.values.find(
      (value): value is ApiValue =>
        value.kind === 'api' &&
        kindOf(value.client, value.type) === 'transaction' &&
        value.producer === undefined,
    );
  }

  async drive(exports: Readonly<Record<string, unknown>>): Promise<void> {
    this.#exports = exports;
    const { entry, listeners } = this.scene;
    await this.run.settle();
    this.#starting = false;
    await this.#makeProducersReady(this.program.operations, false);
    const taken = entry || listeners.length > 0 ? this.#takesTransaction() : undefined;
    if (taken) {
      this.run.recorder.isGiving = true;
      const producer = this.#producer(taken.client) as
        { transaction?: () => Promise<unknown>; beginTransaction?: () => Promise<unknown> } | undefined;
      void (producer?.transaction?.() ?? producer?.beginTransaction?.())?.then((transaction) => {
        this.#transaction = transaction;
      });
      await this.run.settle();
      this.run.recorder.isGiving = false;
    }
    if (this.scene.isReady) {
      await this.#prepare(entry, exports);
      if (!entry?.path.includes('new')) await this.#makeProducersReady(this.program.operations);
    }
    if (entry) await this.#enter(entry, exports);
    for (const [at, listener] of listeners.entries()) {
      if (at > 0) await this.run.settle();
      if (this.scene.isReady && at === 0) await this.#startWith(listener);
      await this.#makeProducersReady(this.program.operations);
      const chosen = this.run.recorder.listeners[listener];
      if (!chosen) return;
      const { name, fn, own = fn } = chosen;
      const turn = at > 0 ? `${at + 1}` : '';
      const args = this.standIns.argumentsFor(own, name, turn);
      for (const parameter of parameterNames(own)) this.#parameters.add(parameter + turn);
      if (!COMES_BESIDE_TESTS.test(name))
        this.run.call(name, TEST.test(name) ? () => this.#tested(() => fn(...args)) : () => fn(...args));
    }
  }

  /** Calls a test as a test runner does: between what comes before and after each, and all, of them. It tells of each error. */
  async #tested(test: () => unknown): Promise<void> {
    const errors: unknown[] = [];
    const told = async (act: () => unknown): Promise<void> => {
      try {
        await act();
      } catch (error) {
        errors.push(error);
        this.run.recorder.surfaced.push(error);
      }
    };
    const callAll = async (which: RegExp): Promise<void> => {
      for (const { name, fn, own = fn } of [...this.run.recorder.listeners])
        if (which.test(name)) await told(() => fn(...this.standIns.argumentsFor(own, name)));
    };
    await callAll(BEFORE_ALL);
    await callAll(BEFORE_EACH);
    if (errors.length === 0) await told(test);
    await callAll(AFTER_EACH);
    await callAll(AFTER_ALL);
    if (errors.length > 0) throw errors[0];
  }

  /** Calls what was handed over beside a function, and makes ready for it. */
  async #startWith(listener: number): Promise<void> {
    for (const [at, { name, fn, own = fn }] of [...this.run.recorder.listeners].entries()) {
      if (at === listener || !isStarting(/\w*(?=\(\)$)/.exec(name)?.[0] ?? '')) continue;
      const args = this.standIns.argumentsFor(own, name);
      this.run.call(name, () => fn(...args));
      await this.run.settle();
    }
  }

  /** Calls the functions that make the module ready. */
  async #prepare(entry: EntryPoint | undefined, exports: Readonly<Record<string, unknown>>): Promise<void> {
    const startingIn = (functions: Iterable<[string, unknown]>): [string, Callable][] =>
      [...functions].flatMap(([name, fn]) =>
        isStarting(name) &&
        name !== entry?.path.at(-1) &&
        typeof fn === 'function' &&
        !/^class\b/.test(Function.prototype.toString.call(fn))
          ? [[name, fn as Callable]]
          : [],
      );
    const exported = startingIn(Object.entries(exports));
    const own = Object.entries(this.#names).map(([name, get]): [string, unknown] => [name, valueOf(get)]);
    for (const [name, fn] of exported.length > 0 ? exported : startingIn(own)) {
      const args = this.standIns.argumentsFor(fn, name);
      this.run.call(name, () => Reflect.apply(fn, exports, args));
      await this.run.settle();
    }
  }

  /** What an entry of the top level is. */
  #named([first = '']: EntryPoint['path'], exports: Readonly<Record<string, unknown>>): unknown {
    return first === 'exports' ? exports : this.#names[first]?.();
  }

  async #enter({ path, fn, name }: EntryPoint, exports: Readonly<Record<string, unknown>>): Promise<void> {
    const members = path.slice(1);
    let at: unknown;
    let owner: unknown;
    try {
      at = this.#named(path, exports);
      for (const member of members) {
        owner = at;
        if (member === 'new') {
          at = this.#instance(at);
          if (this.scene.isReady) {
            await this.#makeReady(at as object, path.at(-1) ?? '');
            await this.#makeOthersReady(at as object);
            this.#holdAll();
          }
          await this.#makeProducersReady(this.program.operations);
        } else at = Reflect.get(at as object, keyOf(member));
      }
    } catch (error) {
      this.seen.trouble = `${name}: ${String(error)}`;
      return;
    }
    if (fn && typeof at !== 'function') {
      this.seen.trouble = `${name} is no function`;
      return;
    }
    if (!fn && (textOfStandIn(at) !== undefined || typeof at !== 'function')) return;
    const args = fn
      ? fn.params.map((parameter, index) => this.#argument(fn, parameter, index))
      : this.standIns.argumentsFor(at as Callable, name);
    for (const parameter of parameterNames(at as Callable)) this.#parameters.add(parameter);
    this.#args.push(...args);
    for (const { fn: keeps, name: keeping, path: there } of this.scene.filling) {
      const keep: unknown =
        owner === undefined ? this.#named(there, exports) : Reflect.get(owner as object, there.at(-1) ?? '');
      if (!keeps || typeof keep !== 'function') continue;
      const kept = keeps.params.map((parameter, index) => this.#argument(keeps, parameter, index));
      this.run.call(keeping, () => Reflect.apply(keep as Callable, owner, kept));
      await this.run.settle();
    }
    if (this.scene.isAgain) {
      this.run.call(name, () => this.#taken(runThrough(Reflect.apply(at as Callable, owner, args))));
      await this.run.settle();
    }
    const called = this.run.call(name, () =>
      this.#taken(runThrough(Reflect.apply(at as Callable, owner, args))),
    );
    await this.run.settle();
    this.#keepFunctions(called.value, name);
  }

  /** Functions that a call has given are called later. */
  #keepFunctions(value: unknown, name: string, depth = 1): void {
    if (textOfStandIn(value) !== undefined) return;
    if (
      typeof value === 'function' &&
      !/^class\b|\[native code\]/.test(Function.prototype.toString.call(value))
    )
      this.#listens(`${name}()`, value as Callable);
    else if (value !== null && typeof value === 'object' && depth > 0 && !(value instanceof Error)) {
      const prototype = Object.getPrototypeOf(value) as object | null;
      if (prototype !== Object.prototype || this.run.recorder.things.has(value)) return;
      for (const [member, inside] of Object.entries(value))
        this.#keepFunctions(inside, `${name}().${member}`, 0);
    }
  }

  /** Calls the methods that make an instance ready, where the one in question is not one of them. */
  async #makeReady(instance: object, method: string): Promise<void> {
    const names = new Set<string>();
    // What is itself one of them comes after those that a framework calls.
    const isEarlier = (name: string): boolean =>
      name !== method && (!isStarting(method) || name.startsWith('on'));
    for (
      let at: object | null = instance;
      at && at !== Object.prototype;
      at = Object.getPrototypeOf(at) as object | null
    )
      for (const name of Object.getOwnPropertyNames(at)) names.add(name);
    const hidden = this.#hiddenIn(instance);
    for (const name of [...names].filter(
      (name) => isStarting(name) && isEarlier(name) && !hidden.has(name),
    )) {
      const starting: unknown = Reflect.get(instance, name);
      if (typeof starting !== 'function' || /^run$/.test(name)) continue;
      const args = this.standIns.argumentsFor(starting as Callable, name);
      this.run.call(name, () => (starting as Callable).apply(instance, args));
      await this.run.settle();
    }
  }

  /** Whoever has made it ready ends what was begun there: calls from outside are judged each by itself. */
  #holdAll(): void {
    const { deeds, held } = this.run.recorder;
    for (const { transaction } of deeds) if (transaction !== undefined) held.add(transaction);
  }

  /** Makes the other instances that the program is given, and makes them ready. */
  async #makeOthersReady(instance: object): Promise<void> {
    for (const value of this.program.values) if (value.kind === 'instance') this.#made(value, value.key);
    for (const other of [...this.#instances.values()])
      if (other !== instance) await this.#makeReady(other, '');
  }

  /** The methods of an instance that only its own class, and those that extend it, call. */
  #hiddenIn(instance: object): ReadonlySet<string> {
    const members = this.program.classes.get(instance.constructor.name)?.body.body ?? [];
    const hidden = members.flatMap((member) =>
      member.type === T.MethodDefinition && /^(private|protected)$/.test(member.accessibility ?? '')
        ? [staticName(member.key, member.computed) ?? '']
        : [],
    );
    return new Set(hidden);
  }

  /** What a parameter is given, by its type where it has one. */
  #argument(fn: FunctionNode, parameter: TSESTree.Parameter, index: number): unknown {
    const bare = parameter.type === T.TSParameterProperty ? parameter.parameter : parameter;
    if (bare.type === T.AssignmentPattern) return undefined;
    const target = bare;
    const name = target.type === T.Identifier ? target.name : `argument ${index}`;
    if (bare.type === T.RestElement) return this.standIns.of('rest');
    const annotation = 'typeAnnotation' in target ? target.typeAnnotation?.typeAnnotation : undefined;
    const value = this.analysis.origins.patternValue(fn, parameter);
    if (value?.kind === 'api' || value?.kind === 'instance') {
      const made = this.#made(value, name);
      if (made !== undefined) return made;
    }
    const given = this.#ofType(annotation, name);
    if (bare.type === T.ObjectPattern && textOfStandIn(given) !== undefined)
      for (const property of bare.properties) leaveNumber(given as object, property);
    return given;
  }

  /** A stand-in with the fields that have to be there and are of a type that nothing else can stand for. */
  #shaped(name: string, members: readonly TSESTree.TypeElement[]): unknown {
    const whole = this.standIns.of(name) as object;
    for (const member of members) {
      if (member.type !== T.TSPropertySignature || member.optional) continue;
      const key = staticName(member.key, member.computed);
      const type = member.typeAnnotation?.typeAnnotation;
      if (key === undefined || type?.type !== T.TSTypeReference) continue;
      if (type.typeName.type === T.Identifier && this.program.shapes.has(type.typeName.name)) continue;
      const field = this.#ofType(type, `${name}.${key}`);
      if (textOfStandIn(field) === undefined && !Array.isArray(field)) Reflect.set(whole, key, field);
    }
    return whole;
  }

  #ofType(type: TSESTree.TypeNode | undefined, name: string): unknown {
    switch (type?.type) {
      case T.TSNumberKeyword:
        // Items and keys are told apart.
        return 3 + Number(/\d+/.exec(name)?.[0] ?? 0);
      case T.TSBigIntKeyword:
        return 3n;
      case T.TSStringKeyword:
        return name;
      case T.TSFunctionType:
        return AT_ONCE.has(type.returnType?.typeAnnotation.type)
          ? this.standIns.functionAtOnce(name)
          : this.standIns.of(name);
      case T.TSArrayType:
        return this.standIns.list((at) => this.#ofType(type.elementType, `${name}[${at}]`));
      case T.TSTypeOperator:
        return this.#ofType(type.typeAnnotation, name);
      case T.TSUnionType:
        return this.#ofType(type.types[0], name);
      case T.TSTypeReference: {
        const typeName = type.typeName.type === T.Identifier ? type.typeName.name : '';
        const [argument] = type.typeArguments?.params ?? [];
        if (/^(Array|ReadonlyArray|Iterable|Set|ReadonlySet)$/.test(typeName)) {
          const items = this.standIns.list((at) => this.#ofType(argument, `${name}[${at}]`));
          return typeName.endsWith('Set') ? new Set(items) : items;
        }
        if (typeName === 'Buffer' || typeName === 'Uint8Array') return Buffer.from(name);
        if (typeName === 'Date') return new Date(0);
        if (typeName === 'Error') return new Error(name);
        if (typeName === 'AbortSignal') return new AbortController().signal;
        if (typeName === 'Map' || typeName === 'ReadonlyMap') {
          const [key, value] = type.typeArguments?.params ?? [];
          return new Map(
            this.standIns.list((n) => [
              this.#ofType(key, `key${n}`),
              this.#ofType(value, `${name}[${n}]`),
            ]) as [unknown, unknown][],
          );
        }
        return this.#shaped(name, this.program.shapes.get(typeName) ?? []);
      }
      case T.TSTypeLiteral:
        return this.#shaped(name, type.members);
      default:
        return this.standIns.of(name);
    }
  }

  /** What the program keeps is somebody's. */
  end(): void {
    this.seen.listeners = Math.max(this.seen.listeners, this.run.recorder.listeners.length);
    for (const get of Object.values(this.#names)) {
      const value = valueOf(get);
      // Nobody outside has a producer of the file's own.
      if (!this.run.recorder.numbers.has(value as object)) this.#isGot(value, 4);
    }
    for (const value of insideOf(this.#exports)) this.#isGot(value, 0);
    // What the program has put into what it was given.
    for (const arg of this.#args) if (textOfStandIn(arg) === undefined) this.#isGot(arg, 1);
    for (const { producer, operation, isGiven } of this.run.recorder.deeds)
      if (isGiven && operation === 'create') this.#holdThoseOf(producer);
    for (const instance of this.#instances.values()) this.#isGot(instance, 4);
    this.#isKept();
    const { deeds, entries, faults } = this.run.recorder;
    for (const { operation, outcome, fault, isGiven } of faults.length === 0 ? deeds : [])
      if (outcome === 'failed' && !fault && !isGiven) this.seen.slips.add(`${operation} is refused`);
    const isAtWork = deeds.some(({ operation, isGiven }) => operation !== 'create' && !isGiven);
    if (isAtWork) this.seen.isIdle = false;
    if (faults.length === 0 && !isAtWork && this.run.recorder.surfaced.length > 0)
      this.seen.slips.add('nothing is done');
    // Whoever calls next, when this call has failed, ends what is open.
    const { operations } = this.program;
    if (entries.at(-1)?.outcome === 'threw' && (operations.has('abort') || operations.has('close')))
      for (const get of Object.values(this.#names)) {
        const producer = this.run.recorder.numbers.get(valueOf(get) as object);
        if (producer !== undefined) this.#holdLastOf(producer);
      }
    for (const { value, outcome, name, beganAt, endedAt = beganAt } of entries) {
      if (outcome === 'threw' && this.run.recorder.faults.length === 0)
        this.seen.slips.add(`${name}: ${String(value)}`);
      if (outcome !== 'returned') continue;
      // A method of the producer's own may give it to who calls it, for another call.
      const number = this.run.recorder.numbers.get(value as object);
      const made = deeds.find(({ operation, producer }) => operation === 'create' && producer === number);
      const isHandle = deeds.some(
        ({ operation, producer, beganAt: at }) =>
          operation === 'begin' && producer === number && at > beganAt && at < endedAt,
      );
      if (made && made.beganAt < beganAt && !isHandle) continue;
      this.#isGot(value);
    }
  }

  /** Somebody else has a producer. */
  #holdThoseOf(producer: number): void {
    const { deeds, held } = this.run.recorder;
    for (const { client, transaction, producer: own } of deeds)
      if (own === producer && isOnProducer(client) && transaction !== undefined) held.add(transaction);
  }

  /** The next call of an operation that sits on the producer ends what is open. */
  #holdLastOf(producer: number): void {
    const { deeds, held } = this.run.recorder;
    const last = deeds.findLast((deed) => deed.operation === 'begin' && deed.producer === producer);
    if (last?.transaction !== undefined && isOnProducer(last.client)) held.add(last.transaction);
  }
}

/** Whether a client's transactions have no handles: whoever has the producer can end them. */
const isOnProducer = (client: ClientId): boolean => client === 'confluent' || client === 'rdkafka';

/** A number that has a value of its own is left at that. */
function leaveNumber(given: object, property: TSESTree.Property | TSESTree.RestElement): void {
  if (property.type !== T.Property || property.value.type !== T.AssignmentPattern) return;
  const key = staticName(property.key, property.computed);
  const { right } = property.value;
  if (key !== undefined && right.type === T.Literal && typeof right.value === 'number')
    Reflect.set(given, key, undefined);
}

/** Whether a class only says what fields an object has. */
const isData = ({ body, superClass }: ClassNode): boolean =>
  !superClass && body.body.every(({ type }) => type === T.PropertyDefinition);

/** What a generator gives is asked for, until there is no more. */
function runThrough(value: unknown): unknown {
  if (textOfStandIn(value) !== undefined) return value;
  const kind = Object.prototype.toString.call(value);
  if (typeof value === 'object' && isObservable(value))
    return lastValueFrom(value, { defaultValue: undefined });
  if (!/^\[object (Async)?Generator\]$/.test(kind)) return value;
  return (async () => {
    const generator = value as AsyncGenerator;
    const given: unknown[] = [];
    for (let next = await generator.next(); next.done !== true; next = await generator.next())
      given.push(next.value);
    return given;
  })();
}

/** What a name stands for, if it is there yet. */
function valueOf(get: () => unknown): unknown {
  try {
    return get();
  } catch {
    return undefined;
  }
}

/** Whether somebody outside has said what a value is: also what a client's error says, which no profile knows, a signal, and a number that is none. */
const isOfOutside = (value: unknown): boolean =>
  textOfStandIn(value) !== undefined ||
  value instanceof AbortSignal ||
  Number.isNaN(value) ||
  (typeof value === 'string' && value.includes(MESSAGE));

/** What an operator gives. */
function compared(operator: string, a: unknown, b: unknown): boolean {
  switch (operator) {
    case '===':
      return a === b;
    case '!==':
      return a !== b;
    case '==':
      return a == b;
    case '!=':
      return a != b;
    case '<':
      return Number(a) < Number(b);
    case '<=':
      return Number(a) <= Number(b);
    case '>':
      return Number(a) > Number(b);
    case '>=':
      return Number(a) >= Number(b);
    default:
      return typeof b === 'function' && a instanceof b;
  }
}

/** The key of a member by its name; `@@` stands for a symbol of the language's own. */
const keyOf = (member: string): PropertyKey =>
  member.startsWith('@@') ? (Reflect.get(Symbol, member.slice(2)) as symbol) : member;

/** The promises inside of an object or a list. */
function promisesIn(value: unknown, depth = 2): Promise<unknown>[] {
  if (value instanceof Promise) return [value as Promise<unknown>];
  if (value === null || typeof value !== 'object' || depth <= 0 || value instanceof Error) return [];
  return insideOf(value).flatMap((inside) => promisesIn(inside, depth - 1));
}

/** What is inside of an object. */
function insideOf(value: object): unknown[] {
  if (value instanceof Map || value instanceof Set) return [...value.values()] as unknown[];
  return Object.values(value);
}

/** JSON that takes a stand-in for a text. */
const LENIENT_JSON = (standIns: StandIns): unknown => ({
  stringify: (value: unknown, ...rest: never[]) => {
    const failing = standIns.failing('JSON.stringify');
    if (failing) throw failing();
    return JSON.stringify(value, ...rest);
  },
  parse: (text: unknown, ...rest: never[]) => {
    const failing = standIns.failing('JSON.parse');
    if (failing) throw failing();
    try {
      return JSON.parse(String(text), ...rest) as unknown;
    } catch {
      return standIns.of(`JSON.parse(${String(text)})`);
    }
  },
});

/** A point of time that somebody outside has named. */
const LENIENT_DATE: unknown = new Proxy(Date, {
  construct: (target, args: readonly unknown[], newTarget) =>
    Reflect.construct(
      target,
      args.map((arg) => (textOfStandIn(arg) === undefined ? arg : 0)),
      newTarget,
    ) as object,
});

/** Buffers of stand-ins hold their texts. */
const LENIENT_BUFFER: unknown = new Proxy(Buffer, {
  get: (target, name) => {
    if (name === 'concat')
      return (parts: Iterable<unknown>) =>
        target.concat([...parts].map((part) => (Buffer.isBuffer(part) ? part : target.from(String(part)))));
    if (name === 'from')
      return (value: unknown, ...rest: never[]) =>
        textOfStandIn(value) === undefined
          ? target.from(value as never, ...rest)
          : target.from(String(value));
    const member: unknown = Reflect.get(target, name, target);
    return typeof member === 'function' && name !== 'prototype' ? (member.bind(target) as unknown) : member;
  },
});

/** How many calls of one name fail each by itself. */
const MOST_CALLS = 2;

/** The types of what functions give that nobody waits for. */
const AT_ONCE: ReadonlySet<T | undefined> = new Set([
  T.TSVoidKeyword,
  T.TSBooleanKeyword,
  T.TSStringKeyword,
  T.TSNumberKeyword,
]);

/** The numbers of conditions about what is looked up begin here. */
const LOOKED_UP = 1_000_000;

/** How the clients of a program have offsets. */
function offsetsOf(clients: ReadonlySet<ClientId>): Offsets {
  if (clients.has('kafkajs') || clients.has('confluent')) return String;
  return clients.has('platformatic') ? BigInt : Number;
}

/** Runs a scene, and notes what it comes by. */
export function driverOf(analysis: Analysis, program: Instrumented, scene: Scene, seen: Seen): Driver {
  const worlds = new WeakMap<Running, World>();
  const worldOf = (run: Running): World => {
    let world = worlds.get(run);
    if (!world) worlds.set(run, (world = new World(analysis, program, scene, seen, run)));
    return world;
  };
  return {
    polled: (run) => (scene.isEmpty ? [] : worldOf(run).polled()),
    plain: (value, name) => plainOf(value, name, scene.isEmpty),
    prepare: (run) => worldOf(run).prepare(),
    moduleOf: (specifier, run) => worldOf(run).moduleOf(specifier),
    globals: (run) => worldOf(run).globals(),
    drive: (exports, run) => worldOf(run).drive(exports),
    end: (run) => {
      worldOf(run).end();
    },
  };
}
