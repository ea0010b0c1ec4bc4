import { createRequire } from 'node:module';
import crypto from 'node:crypto';
import { promisify } from 'node:util';
import { EventEmitter, once } from 'node:events';
import { LIBRARIES } from '../libraries.js';
import { asStandIn, unawaited, type StandIns } from './stand-ins.js';

const require = createRequire(import.meta.url);

/** Parts of Node that do nothing outside of the process. */
const HARMLESS = new Set([
  'util',
  'path',
  'crypto',
  'assert',
  'buffer',
  'url',
  'stream',
  'stream/promises',
  'async_hooks',
  'string_decoder',
  'querystring',
  'perf_hooks',
]);

const sleep = (ms: number, value: unknown): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(() => {
      resolve(value);
    }, ms);
  });

/** Comes twice; then somebody stops it who can, and nobody waits for more. */
async function* every(
  ms: number,
  value: unknown,
  { signal }: { readonly signal?: unknown } = {},
): AsyncGenerator {
  for (let turn = 0; turn < 2; turn++) yield await sleep(ms, value);
  if (signal === undefined) await new Promise(() => undefined);
  throw Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' });
}

const TIMERS = {
  setTimeout: sleep,
  setInterval: every,
  setImmediate: (value: unknown) => sleep(0, value),
  scheduler: { wait: sleep, yield: () => sleep(0, undefined) },
};

const ended = <T>(promise: Promise<T> | (() => Promise<T>)): Promise<T> =>
  typeof promise === 'function' ? promise() : promise;

/** In time: what it waits for decides. */
const pTimeout = (promise: Promise<unknown>): Promise<unknown> => ended(promise);

type Task = (...args: unknown[]) => unknown;

/** A task's promise, also where it throws at once. */
const attempted = (task: Task, ...args: unknown[]): Promise<unknown> =>
  new Promise((resolve) => {
    resolve(task(...args));
  });

/** One after the other, without the waiting. */
class Mutex {
  runExclusive(task: Task): Promise<unknown> {
    return attempted(task, () => undefined);
  }
  acquire(): Promise<unknown> {
    return Promise.resolve(Object.assign(() => undefined, { 0: 1, 1: () => undefined }));
  }
  release(): void {
    // Nobody waits.
  }
  isLocked(): boolean {
    return false;
  }
}

/** So many at a time, the others in their order. */
class PQueue {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options?: { readonly concurrency?: unknown }) {
    this.#most = typeof options?.concurrency === 'number' ? options.concurrency : Infinity;
  }

  get size(): number {
    return this.#waiting.length;
  }

  get pending(): number {
    return this.#running;
  }

  add(task: Task): Promise<unknown> {
    return new Promise((resolve) => {
      const start = (): void => {
        this.#running++;
        const done = attempted(task, {}).finally(() => {
          this.#running--;
          this.#waiting.shift()?.();
        });
        resolve(done);
      };
      if (this.#running < this.#most) start();
      else this.#waiting.push(start);
    });
  }

  addAll(tasks: readonly Task[]): Promise<unknown[]> {
    return Promise.all(tasks.map((task) => this.add(task)));
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  onIdle(): Promise<void> {
    return Promise.resolve();
  }

  on(): this {
    return this;
  }
}

const pLimit = () =>
  Object.assign((task: Task, ...args: unknown[]) => attempted(task, ...args), {
    activeCount: 0,
    pendingCount: 0,
    concurrency: 1,
    clearQueue: () => undefined,
  });

/** A queue of what a function works on, one after the other. */
const fastq = {
  promise: (owner: unknown, work?: unknown) => {
    const task = (typeof work === 'function' ? work.bind(owner) : owner) as Task;
    const queue = new PQueue({ concurrency: 1 });
    const push = (item: unknown): Promise<unknown> => queue.add(() => task(item));
    const drained = (): Promise<void> => Promise.resolve();
    return { push, unshift: push, drained, length: () => queue.size, kill: () => undefined };
  },
};

const each = (items: unknown, task: Task): Promise<unknown[]> =>
  Promise.resolve(items).then((all) =>
    Promise.all([...(all as Iterable<unknown>)].map((item, index) => task(item, index))),
  );

/** Promises with more methods. */
const bluebird = Object.assign(
  class Bluebird<T> extends Promise<T> {
    static override resolve = ((value?: unknown) => Promise.resolve(value)) as typeof Promise.resolve;
  },
  {
    map: each,
    each: async (items: unknown, task: Task) => {
      for (const item of (await items) as Iterable<unknown>) await task(item);
      return items;
    },
    mapSeries: async (items: unknown, task: Task) => {
      const results: unknown[] = [];
      for (const item of (await items) as Iterable<unknown>) results.push(await task(item));
      return results;
    },
    delay: (ms: number, value: unknown) => sleep(ms, value),
    promisify: (fn: Task) => promisify(fn as never) as unknown,
    try: (task: Task) => attempted(task),
  },
);

type Done = (error?: unknown, ...results: unknown[]) => void;
type Step = (...args: unknown[]) => void;

/** Calls each in its turn, or all at once, and the callback once: with the first error, or when all are done. */
function stepThrough(steps: readonly Step[], isAtOnce: boolean, done: Done): void {
  const results: unknown[] = [];
  let left = steps.length;
  let isOver = false;
  const end = (error?: unknown): void => {
    if (isOver) return;
    isOver = true;
    done(error, results);
  };
  const start = (at: number): void => {
    const step = steps[at];
    if (!step) return;
    step((error?: unknown, result?: unknown) => {
      results[at] = result;
      left -= 1;
      if (error !== undefined && error !== null) end(error);
      else if (left === 0) end(null);
      else if (!isAtOnce && !isOver) start(at + 1);
    });
  };
  if (left === 0) end(null);
  else if (isAtOnce) for (const at of steps.keys()) start(at);
  else start(0);
}

const forEachItem =
  (isAtOnce: boolean) =>
  (items: Iterable<unknown>, step: Step, done: Done = () => undefined): void => {
    const steps = [...items].map((item) => (next: unknown) => {
      step(item, next);
    });
    stepThrough(steps, isAtOnce, done);
  };

const inTurn =
  (isAtOnce: boolean) =>
  (steps: readonly Step[], done: Done = () => undefined): void => {
    stepThrough(steps, isAtOnce, done);
  };

/** Of the library `async` what a list of callbacks needs. */
const asyncLibrary = {
  each: forEachItem(true),
  forEach: forEachItem(true),
  eachSeries: forEachItem(false),
  forEachSeries: forEachItem(false),
  series: inTurn(false),
  parallel: inTurn(true),
};

const SMALL: Readonly<Record<string, unknown>> = {
  'p-timeout': Object.assign(pTimeout, { default: pTimeout, TimeoutError: class extends Error {} }),
  'async-mutex': { Mutex, Semaphore: Mutex, withTimeout: (mutex: unknown) => mutex },
  'p-queue': { __esModule: true, default: PQueue },
  'p-limit': { __esModule: true, default: pLimit },
  fastq: { __esModule: true, default: fastq },
  bluebird,
  async: asyncLibrary,
};

/** Something that is fed with data. */
interface Fed {
  update(data: unknown): Fed;
}

/** Takes a stand-in for its text. */
function fedWithTexts<T extends Fed>(fed: T): T {
  const update = fed.update.bind(fed);
  fed.update = (data) => {
    update(typeof data === 'function' ? String(data) : data);
    return fed;
  };
  return fed;
}

const lenientCrypto = {
  ...crypto,
  createHash: (name: string) => fedWithTexts(crypto.createHash(name) as Fed),
  createHmac: (name: string, key: unknown) => fedWithTexts(crypto.createHmac(name, String(key)) as Fed),
};

/** When events come that end something. */
const LATE = 100;

/** Waits for an event: those of stand-ins happen soon. */
const happening =
  (standIns: StandIns) =>
  (emitter: unknown, event: string): Promise<unknown> => {
    if (emitter instanceof EventEmitter) return once(emitter, event);
    const failing = standIns.failing('once');
    return sleep(/clos|end|abort|stop|exit|finish/.test(event) ? LATE : 1, [standIns.of(event)]).then(
      (value) => {
        if (failing) throw failing();
        return value;
      },
    );
  };

/** The same for an event that comes twice. */
const happeningOften = (standIns: StandIns) =>
  async function* (_: unknown, event: string): AsyncGenerator {
    for (const item of standIns.list((at) => [standIns.of(`${event}[${at}]`)])) {
      await sleep(1, undefined);
      yield item;
    }
  };

/** Hears of a function that is called later; `own` is the program's, where `fn` calls it. */
type Listens = (name: string, fn: Task, own?: Task) => void;

/** An emitter of which the run knows what listens to it. */
const emitterThatTells = (listens: Listens, standIns: StandIns) =>
  callable(
    class extends EventEmitter {
      override emit(event: string, ...args: unknown[]): boolean {
        // Somebody outside listens to errors.
        if (event !== 'error' || this.listenerCount('error') > 0) return super.emit(event, ...args);
        standIns.isGiven(args);
        return true;
      }
      override on(event: string, listener: Task): this {
        if (event !== 'error') listens(`on ${event}`, unawaited(listener), listener);
        return super.on(event, listener);
      }
    },
  );

/** A class that can be called without `new`, as the older ones of Node can, to make what calls it one. */
const callable = <T extends object>(cls: T): T =>
  new Proxy(cls, {
    apply: (_, self: object) => {
      Reflect.apply(EventEmitter as unknown as Task, self, []);
    },
  });

/**
 * What a program gets when it requires a module that is no client's.
 *
 * @param imports - The program imports names, instead of requiring the module whole.
 */
export function moduleFor(
  specifier: string,
  standIns: StandIns,
  imports: boolean,
  listens: Listens,
): unknown {
  const bare = specifier.replace(/^node:/, '');
  if (bare === 'timers/promises') return TIMERS;
  if (bare === 'timers') return { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval };
  if (bare === 'process') return standIns.of('process');
  if (bare === 'events') {
    const Emitter = emitterThatTells(listens, standIns);
    return Object.assign(Emitter, {
      EventEmitter: Emitter,
      once: happening(standIns),
      on: happeningOften(standIns),
    });
  }
  if (bare === 'util') return { ...(require('node:util') as object), parseArgs: standIns.of('parseArgs') };
  if (bare === 'crypto') return lenientCrypto;
  if (HARMLESS.has(bare)) return require(`node:${bare}`) as unknown;
  const known = LIBRARIES[specifier] ?? SMALL[specifier];
  if (known !== undefined) return known;
  return moduleOfStandIns(specifier, standIns, imports);
}

/** A module whose every export is a stand-in that is called by its name. */
function moduleOfStandIns(specifier: string, standIns: StandIns, imports: boolean): unknown {
  const base = specifier
    .replace(/\.[cm]?[jt]sx?$/, '')
    .split('/')
    .at(-1);
  const name = (base ?? specifier).replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase());
  const self = standIns.of(name) as object;
  const exports = new Proxy(self, {
    get: (target, member, receiver: unknown) => {
      if (member === '__esModule') return true;
      if (member === 'default') return self;
      if (typeof member !== 'string') return Reflect.get(target, member, receiver) as unknown;
      return member === 'then' ? undefined : standIns.of(imports ? member : `${name}.${member}`);
    },
  });
  return asStandIn(exports, name);
}
