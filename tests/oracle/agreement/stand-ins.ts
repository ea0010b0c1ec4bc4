import { promisify } from 'node:util';
import { isRecorder } from '../../../src/model/sinks.js';
import { fingerprintOf, TEXT } from '../fingerprint.js';

/** What a stand-in tells the run. */
export interface Outside {
  /** Somebody outside of the program has got this. */
  got(value: unknown): void;
  /** Somebody outside of the program has got a function, to be called when something comes. */
  listens(name: string, fn: Callable, own?: Callable): void;
  /** It is a client's: what it can do is not the program's. */
  isThing(value: object): boolean;
  /**
   * Something outside is called; gives the error with which it fails, where it does.
   *
   * @param of - What it is a method of, or of something inside of it.
   */
  called(name: string, of: string): (() => Error) | undefined;
  /** Lists have nothing in them. */
  readonly isEmpty: boolean;
  /** A list was asked for. */
  listed(): void;
  /** The module's top level is running: what is handed over is called later. */
  readonly isStarting: boolean;
}

export type Callable = (...args: unknown[]) => unknown;

const STAND_INS = new WeakMap<object, string>();

/** The text of a stand-in: how the program spells it. */
export const textOfStandIn = (value: unknown): string | undefined =>
  typeof value === 'function' ? STAND_INS.get(value) : undefined;

/** Makes an object a stand-in that is spelled like this. */
export function asStandIn<T extends object>(value: T, text: string): T {
  STAND_INS.set(value, text);
  return value;
}

/** Members that hand over a function for later. */
const REGISTERING =
  /^(on[A-Z]?\w*|once|addListener|addEventListener|prependListener|subscribe|subscribeTo\w*|get|post|put|patch|delete|all|use|route|process|handle\w*|add[A-Z]\w*|hook|register\w*|schedule\w*|command|action|test|it|describe|before\w*|after\w*|set\w*Handler|listen|consume|worker|Worker|every|cron|effect|watch|intercept\w*|defer|use[A-Z]\w*|decorate\w*|provide\w*|define\w*|expose\w*)$/;
const NEGATIVE =
  /^(aborted|closed|isClosed|stopped|isStopped|disabled|cancell?ed|done|isDone|isStale|stale|empty|isEmpty|missing|duplicate|isDuplicate|skip\w*|processed|seen|dry\w*|closing|stopping|shuttingDown|isShuttingDown|destroyed|draining|ended|expired|paused|isPaused)$/;
/** Events that come again and again, and those that come once, when there are no more. */
const EVENTS = /^(data|line|row|record|entry|item|message|readable)$/;
const LAST_EVENTS = /^(end|close|finish|done|drain|open|ready|connect|connected|exit)$/;
const LISTENING = /^(on|once|addListener|addEventListener)$/;
/** What calls a function each time that something happens, and takes nothing that it gives. */
const TELLING = /^(on|once|addListener|prependListener|addEventListener)$/;
const POLLING = /^(next|poll|pull|receive|read|take|dequeue|shift|pop)\w*$/;
const GIVING = /^(get|use|current|find|load|resolve)/;
const ERROR_CLASS = /(Error|Exception)$/;
const NUMERIC: Readonly<Record<string, unknown>> = {
  offset: true,
  highWatermark: true,
  partition: 0,
  timestamp: '1735689600000',
  retries: 3,
  size: 2,
};
/** How a client has offsets. */
export type Offsets = (offset: number) => string | number | bigint;

/** The fields that go through when somebody goes through all of them, as when it is spread. */
export const SPREAD: readonly string[] = ['first', 'second'];

/** Whether something from outside was spread into an object. */
export const isSpread = (value: object): boolean => SPREAD.every((field) => Object.hasOwn(value, field));

/** What is asked of anything. */
const ASKED_OF_ALL = new Set([...Object.getOwnPropertyNames(Object.prototype), 'then', 'toJSON']);
/** How many arguments a function gets that takes any number. */
const MOST_REST = 3;
/** What a stand-in's number is. */
const NUMBER = 3;

/** Does a value hold an error? */
export function holdsError(value: unknown, depth = 3): boolean {
  if (value instanceof Error) return true;
  if (value === null || typeof value !== 'object' || depth <= 0 || value instanceof Promise) return false;
  const inside: unknown[] =
    value instanceof Map || value instanceof Set ? [...value.values()] : Object.values(value);
  return inside.some((one) => holdsError(one, depth - 1));
}

/** A function as an emitter calls it: nobody takes what it gives. */
export const unawaited =
  (fn: Callable): Callable =>
  (...args) => {
    void fn(...args);
  };

const sourceOf = (fn: unknown): string => Function.prototype.toString.call(fn);
/** Stand-ins in other guises are native to look at. */
const isNative = (value: object): boolean =>
  STAND_INS.has(value) || sourceOf(value) === 'function () { [native code] }';
const isClassOfProgram = (value: object): boolean => !isNative(value) && /^class\b/.test(sourceOf(value));
/** A function, of the program or of the platform (a promise's `resolve`). */
const isCallable = (value: unknown): value is Callable =>
  typeof value === 'function' && !STAND_INS.has(value) && !isClassOfProgram(value);

/** The names of a function's parameters, as far as its text says them plainly. */
export const parameterNames = (fn: Callable): string[] =>
  parametersIn(sourceOf(fn)).map((parameter) => parameter.replace(DEFAULT, ''));

/** What a parameter is where nothing is given. */
const DEFAULT = /\s*=[^=>].*$/gs;

/** The parameters in the text of a function, or of what follows its name. */
function parametersIn(source: string): string[] {
  const text = source.replace(/^async\s*/, '');
  const bare = /^([\w$]+)\s*=>/.exec(text)?.[1];
  if (bare !== undefined) return [bare];
  const open = text.indexOf('(');
  const names: string[] = [];
  let depth = 0;
  let current = '';
  for (const char of text.slice(open)) {
    if ('([{'.includes(char)) {
      depth++;
      if (depth === 1) continue;
    }
    if (')]}'.includes(char)) depth--;
    if (depth === 0) break;
    if (char === ',' && depth === 1) {
      names.push(current);
      current = '';
    } else current += char;
  }
  if (current.trim() !== '') names.push(current);
  return names.map((name) => name.trim());
}

const isErrorName = (name: string | undefined): boolean =>
  name !== undefined && /^(_?e|err|error|_err|_error|failure|cause|reason|exception)$/i.test(name);

/** Stands in for all that a program does not contain: modules, arguments, undeclared names. One for each run. */
export class StandIns {
  readonly #known = new Map<string, unknown>();
  readonly #counts = new Map<string, number>();
  readonly #lists = new WeakSet<object>();
  readonly #atOnce = new Set<string>();

  constructor(
    private readonly outside: Outside,
    private readonly offsets: Offsets = String,
  ) {}

  /** What a call of a function of the program is given, by the names of its parameters. */
  argumentsFor(fn: Callable | string, name: string, turn = ''): unknown[] {
    // Its callback comes last, and is not given.
    if (typeof fn !== 'string' && Reflect.get(fn, promisify.custom) === fn)
      return Array.from({ length: Math.max(0, fn.length - 1) }, (_, at) => this.of(`${name} ${at}`));
    const parameters = parametersIn(typeof fn === 'string' ? fn : sourceOf(fn));
    if (typeof fn !== 'string' && parameters.length === 0)
      return Array.from({ length: fn.length }, (_, at) => this.of(`${name} ${at}`));
    return parameters.flatMap((text, index) => {
      const parameter = text.replace(DEFAULT, '');
      // A setting that has a value of its own is left at that.
      if (typeof fn === 'string' && parameter !== text && /^[\w$]+$/.test(parameter)) return [undefined];
      if (isErrorName(parameter)) return [null];
      if (parameter.startsWith('...'))
        return Array.from({ length: MOST_REST }, (_, at) => this.of(`${parameter.slice(3)}${turn}[${at}]`));
      return [this.of(/^[\w$]+$/.test(parameter) ? parameter + turn : `${name}${turn} ${index}`)];
    });
  }

  /** The stand-in for what the program spells like this; `isResult`: it can be awaited. */
  of(text: string, isResult = false): unknown {
    const key = `${text}${isResult ? ' result' : ''}`;
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = this.#made(text, isResult)));
    return known;
  }

  /** A function that does what it does at once, and throws where it fails. */
  functionAtOnce(text: string): unknown {
    this.#atOnce.add(text);
    return this.of(text);
  }

  /** The error with which something outside fails, where it does. */
  failing(name: string): (() => Error) | undefined {
    return this.outside.called(name, name);
  }

  /** Somebody outside has got something. */
  isGiven(values: readonly unknown[]): void {
    for (const value of values) this.outside.got(value);
  }

  /** A list of two, or of none. */
  list(item: (at: number) => unknown): unknown[] {
    this.outside.listed();
    const items = this.outside.isEmpty ? [] : [item(0), item(1)];
    this.#lists.add(items);
    return items;
  }

  /** Whether something is a list of somebody outside. */
  isList(value: unknown): boolean {
    return textOfStandIn(value) !== undefined || this.#lists.has(value as object);
  }

  /**
   * An object of the program's, into which something from outside was spread: it has what it is asked for, too.
   *
   * @param asked - What the program asks for, of anything.
   */
  withSpread(object: object, asked: ReadonlySet<string>): object {
    const [field = ''] = SPREAD;
    const text = isSpread(object) ? textOfStandIn(Reflect.get(object, field)) : undefined;
    if (text?.endsWith(`.${field}`) !== true) return object;
    const whole = text.slice(0, -field.length - 1);
    const outside = new Proxy(
      {},
      {
        get: (own, name) =>
          typeof name === 'string' && asked.has(name) && !ASKED_OF_ALL.has(name)
            ? this.of(`${whole}.${name}`)
            : (Reflect.get(own, name) as unknown),
      },
    );
    return Object.setPrototypeOf(object, outside) as object;
  }

  /** Whether a condition that is a stand-in holds, where nothing else is said. */
  static truthOf(text: string): boolean {
    return !NEGATIVE.test(nameIn(text));
  }

  #made(text: string, isResult: boolean): unknown {
    const own = new Map<PropertyKey, unknown>();
    const target = function () {
      // Everything is done by the traps.
    };
    let items: unknown[] | undefined;
    const list = (): unknown[] =>
      (items ??= isLastPage(text) ? [] : this.list((at) => this.of(`${text}[${at}]`)));
    const listWith = (method: string): Record<string, Callable> => {
      const failing = this.outside.called(method, method);
      if (failing) throw failing();
      return list() as unknown as Record<string, Callable>;
    };
    const settled = (): Promise<unknown> => Promise.resolve(isResult ? this.of(text) : proxy);
    const member = (name: string): unknown => {
      switch (name) {
        case 'then':
          return isResult ? (f?: never, r?: never) => settled().then(f, r) : undefined;
        case 'catch':
          return (r?: never) => settled().catch(r);
        case 'finally':
          return (f?: never) => settled().finally(f);
        case 'toString':
        case 'toJSON':
        case 'valueOf':
        case 'toLocaleString':
        case 'toISOString':
          return () => text;
        case 'prototype':
          return this.#prototype(target, text);
        case 'length':
          return list().length;
        case 'name':
          return text;
        case 'constructor':
          return Object;
        case 'bind':
          return () => proxy;
        case 'call':
          return (_: unknown, ...args: unknown[]) => this.#called(text, args);
        case 'apply':
          return (_: unknown, args: unknown[]) => this.#called(text, args);
        case 'filter':
          // What a list from outside has in it is what is looked for.
          return (fn: Callable) => {
            const all = listWith('filter') as unknown as unknown[];
            const passed = all.filter((item, at) => fn(item, at));
            return passed.length > 0 ? passed : all;
          };
        case 'map':
        case 'forEach':
        case 'some':
        case 'every':
        case 'flatMap':
        case 'find':
        case 'findIndex':
        case 'reduce':
          return (...args: unknown[]) =>
            isCallable(args[0]) ? listWith(name)[name]?.(...args) : this.#called(`${text}.${name}`, args);
        case 'slice':
        case 'splice':
        case 'shift':
        case 'pop':
        case 'join':
        case 'entries':
        case 'concat':
        case 'reverse':
        case 'toSorted':
          return (...args: unknown[]) => (list() as unknown as Record<string, Callable>)[name]?.(...args);
        case 'push':
        case 'unshift':
          return (...args: unknown[]) => {
            for (const arg of args) this.outside.got(arg);
            return list().push(...args);
          };
        default:
          if (/^\d+$/.test(name)) return list()[Number(name)];
          return this.of(`${text}.${name}`);
      }
    };
    const handler: ProxyHandler<Callable> = {
      get: (_, name) => {
        if (own.has(name)) return own.get(name);
        if (typeof name === 'string') {
          return Object.hasOwn(NUMERIC, name) && !isResult && name !== 'size'
            ? this.#number(text, name)
            : member(name);
        }
        switch (name) {
          case TEXT:
            return text;
          case Symbol.toPrimitive:
            return (hint: string) => (hint === 'number' ? NUMBER : text);
          case Symbol.iterator:
            return () => list()[Symbol.iterator]();
          case Symbol.asyncIterator:
            return async function* () {
              yield* await Promise.resolve(list());
            };
          case Symbol.hasInstance:
            return () => false;
          case Symbol.asyncDispose:
            return () => Promise.resolve();
          case Symbol.dispose:
            return () => undefined;
          default:
            return undefined;
        }
      },
      set: (_, name, value: unknown) => {
        own.set(name, value);
        this.outside.got(value);
        return true;
      },
      deleteProperty: () => true,
      ownKeys: (it) => [...Reflect.ownKeys(it), ...SPREAD],
      getOwnPropertyDescriptor: (it, name) =>
        typeof name === 'string' && SPREAD.includes(name)
          ? { value: this.of(`${text}.${name}`), enumerable: true, configurable: true, writable: true }
          : Reflect.getOwnPropertyDescriptor(it, name),
      has: (_, name) => typeof name === 'string',
      apply: (_, __, args: unknown[]) => this.#called(text, args),
      construct: (_, args: unknown[], newTarget) =>
        this.#constructed(text, args, isClassOfProgram(newTarget) ? (newTarget as never) : undefined),
    };
    const proxy: unknown = new Proxy(target, handler);
    STAND_INS.set(proxy as object, text);
    return proxy;
  }

  #number(text: string, name: string): unknown {
    // Each record has an offset of its own.
    if (name === 'offset') return this.offsets(text.endsWith('[1]') ? 43 : 42);
    return name === 'highWatermark' ? this.offsets(100) : NUMERIC[name];
  }

  /** What a class of the program inherits from a class that is not there. */
  #prototype(target: object, text: string): object {
    const prototype = Reflect.get(target, 'prototype') as object;
    return new Proxy(prototype, {
      get: (own, name, receiver: unknown) => {
        if (typeof name !== 'string' || name === 'constructor' || name === 'then' || name in own)
          return Reflect.get(own, name, receiver) as unknown;
        return this.of(`${text}.prototype.${name}`);
      },
    });
  }

  #told(path: readonly string[], args: readonly unknown[]): void {
    if (isRecorder(path)) return;
    for (const arg of args) this.outside.got(arg);
  }

  #constructed(text: string, args: unknown[], subclass: (new () => object) | undefined): object {
    this.#told([text, 'new'], args);
    if (ERROR_CLASS.test(text)) {
      const error = Reflect.construct<readonly [string], Error>(Error, [String(args[0])], subclass ?? Error);
      return Object.assign(error, { given: args });
    }
    const result = subclass
      ? (Reflect.construct(Object, [], subclass) as object)
      : (this.of(`new ${text}(${args.map((arg) => fingerprintOf(arg)).join()})`) as object);
    this.#heard(text, args);
    return result;
  }

  /** Functions that are handed over, also inside of objects, are called when something comes. */
  #heard(text: string, args: readonly unknown[]): void {
    const isTelling = TELLING.test(nameIn(text));
    for (const arg of args) {
      if (isCallable(arg)) this.outside.listens(text, isTelling ? unawaited(arg) : arg, arg);
      else if (arg !== null && typeof arg === 'object' && !this.outside.isThing(arg)) {
        for (const [name, value] of Object.entries(arg))
          if (isCallable(value) && !/^(resolve|reject|onError)$/.test(name))
            this.outside.listens(`${text} ${name}`, (...given) => value.apply(arg, given), value);
      }
    }
  }

  #called(text: string, args: readonly unknown[]): unknown {
    const path = pathIn(text);
    const name = path.at(-1) ?? '';
    this.#told(path, args);
    const functions = args.filter(isCallable);
    const [fn] = functions.slice(-1);
    if (fn) {
      const first = parameterNames(fn)[0];
      if (!this.outside.isStarting && LISTENING.test(name) && this.#emitted(args[0], fn))
        return this.of(text);
      if (this.outside.isStarting || REGISTERING.test(name)) this.#heard(text, functions);
      else if (isErrorName(first) && fn.length > 0) {
        void Promise.resolve().then(() => fn(null, ...this.argumentsFor(fn, text).slice(1)));
        return undefined;
      } else if (!Function.prototype.toString.call(fn).includes('[native code]'))
        return fn(...this.argumentsFor(fn, text));
    }
    if (isRecorder(path)) return this.of(`${text}()`);
    const promises = args.filter((arg) => arg instanceof Promise);
    if (promises.length > 0) return promises.length === 1 ? promises[0] : Promise.all(promises);
    this.#heard(
      text,
      args.filter((arg) => !isCallable(arg) && !holdsError(arg)),
    );
    return this.#result(text, path, args);
  }

  /** Lets something happen that a function of the program listens to. */
  #emitted(event: unknown, fn: Callable): boolean {
    if (typeof event !== 'string') return false;
    const isLast = LAST_EVENTS.test(event);
    if (!isLast && !EVENTS.test(event)) return false;
    setTimeout(() => {
      for (const at of isLast ? [0] : [0, 1]) fn(this.of(`${event}[${at}]`));
    }, 1);
    return true;
  }

  #result(text: string, path: readonly string[], args: readonly unknown[]): unknown {
    const [of = ''] = path;
    const name = path.at(-1) ?? '';
    const failing = this.outside.called(name, of);
    if (failing && this.#atOnce.has(text)) throw failing();
    if (failing) return rejecting(failing);
    if (name === 'lastOffset' || name === 'nextOffset') return this.offsets(43);
    const call = `${text}(${args.map((arg) => fingerprintOf(arg)).join()})`;
    const count = (this.#counts.get(call) ?? 0) + 1;
    this.#counts.set(call, count);
    const isOfSize = args.length > 0 && args.every((arg) => typeof arg === 'number');
    if ((args.length > 0 && !(isOfSize && POLLING.test(name))) || GIVING.test(name))
      return this.of(call, true);
    if (POLLING.test(name) && count > 2) {
      // There is nothing more; who asks again and again waits for ever.
      if (count > 4) return new Promise(() => undefined);
      return isOfSize ? Promise.resolve([]) : undefined;
    }
    return this.of(`${call}${count > 1 ? `#${count}` : ''}`, true);
  }
}

/** A promise that is rejected as soon as somebody wants to know; who does not wait for one but looks into it is told at once. */
function rejecting(error: () => Error): unknown {
  const rejected = (): Promise<never> => Promise.reject(error());
  const promise: Readonly<Record<string, unknown>> = {
    then: (f?: never, r?: never) => rejected().then(f, r),
    catch: (r?: never) => rejected().catch(r),
    finally: (f?: never) => rejected().finally(f),
  };
  return new Proxy(promise, {
    get: (target, name) => {
      if (typeof name !== 'string') return undefined;
      if (Object.hasOwn(target, name)) return target[name];
      throw error();
    },
  });
}

/** How many pages of something there are. */
const PAGES = 2;

/** Whether something is asked for by what the pages before have given, and there are no more. */
function isLastPage(text: string): boolean {
  const open = text.indexOf('(');
  return open > 0 && text.split(text.slice(0, open + 1)).length - 1 > PAGES;
}

/** The names in a text, without what is given to calls. */
function pathIn(text: string): string[] {
  let bare = text;
  for (let before = ''; before !== bare;) {
    before = bare;
    bare = bare.replace(/\([^()]*\)(#\d+)?|\[\d+\]/g, '');
  }
  return bare.split('.');
}

const nameIn = (text: string): string => pathIn(text).at(-1) ?? '';
