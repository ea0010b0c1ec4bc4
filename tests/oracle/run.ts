import type { BackEnd, ConsumedRecord, Plain } from './back-end.js';
import { timersOf, VirtualClock } from './clock.js';
import type { Program } from './program.js';
import { Recorder, Stopped, type Entry, type Fault, type Trace } from './trace.js';

/** What runs a program's own code once it is loaded. */
export interface Driver {
  /** Other modules, globals and what the program is given; the client modules come from the back end. */
  moduleOf?(specifier: string, run: Running): unknown;
  /** What the client's code gets in place of a value of the program's. */
  plain?(value: unknown, name: string): unknown;
  /** What the program gets when it asks a consumer for records. */
  polled?(run: Running): readonly ConsumedRecord[];
  /** Makes what the program is given. Called before its top level runs. */
  prepare?(run: Running): Promise<void>;
  /** Further names that the program finds. */
  globals?(run: Running): Readonly<Record<string, unknown>>;
  /** Calls what the program exports. Called when the top level has been left for the first time. */
  drive(exports: Readonly<Record<string, unknown>>, run: Running): void | Promise<void>;
  /** Called when all has settled: what the program keeps can be looked at. */
  end?(run: Running): void;
}

/** A run while it goes on. */
export interface Running {
  readonly recorder: Recorder;
  readonly clock: VirtualClock;
  /** The end of the program's top level, which may wait; rejects with what it throws. */
  readonly loaded: Promise<void>;
  /** Calls something of the program from outside and records how it ends. */
  call(name: string, fn: () => unknown): Entry;
  /** Lets everything happen that is going to happen. */
  settle(): Promise<void>;
  /** A module as the program gets it. */
  moduleOf(specifier: string): unknown;
}

export interface RunOptions {
  readonly faults?: readonly Fault[];
  readonly driver: Driver;
  /** Every call asks a broker and can fail, as the profiles have it. */
  readonly asksAlways?: boolean;
  /** What consumers read. */
  readonly consumed?: readonly ConsumedRecord[];
  /** The line of the program that is making a call now; by default the stack tells. */
  readonly lineOf?: (() => number | undefined) | undefined;
}

/** How many timers a run fires after all that was called has ended. */
const LATER_TIMERS = 40;
/** How many timers a run fires at most. */
const MOST_TIMERS = 2_000;
/** How long a run with real clients may take, in milliseconds; a slow machine that does other things, too, needs a lot less. */
const REAL_TIME = 120_000;

/** How deep below the call of a client the program's own line is looked for. */
const FRAMES = 12;

// The run replaces the global timers; these are Node's own.
const real = { setImmediate, setTimeout };

const macrotask = (): Promise<void> =>
  new Promise((resolve) => {
    real.setImmediate(resolve);
  });

/** Reads the program's line off the stack. */
function lineOnStack(program: Program): () => number | undefined {
  return () => {
    const { stackTraceLimit } = Error;
    const prepareStackTrace: unknown = Reflect.get(Error, 'prepareStackTrace');
    let line: number | undefined;
    try {
      Error.stackTraceLimit = FRAMES;
      Error.prepareStackTrace = (_, sites) => sites;
      const site = (new Error().stack as unknown as NodeJS.CallSite[]).find(
        (one) => one.getFileName() === program.name,
      );
      if (site) line = program.lineOf(site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0);
    } finally {
      Reflect.set(Error, 'prepareStackTrace', prepareStackTrace);
      Error.stackTraceLimit = stackTraceLimit;
    }
    return line;
  };
}

const SILENT = new Proxy({}, { get: () => () => undefined });

/** The process as the program sees it: it can be ended, and signals and other events never come. */
function processOf(recorder: Recorder): unknown {
  const exit = (code?: unknown): never => {
    recorder.exited(code);
    throw new Stopped('The process has ended.');
  };
  const own: Record<string, unknown> = {
    exit,
    reallyExit: exit,
    abort: () => exit('abort'),
    kill: () => exit('signal'),
    exitCode: undefined,
    argv: ['node', 'program.js', 'argument 2', 'argument 3'],
    env: new Proxy({}, { get: (_, name) => (typeof name === 'string' ? `env-${name}` : undefined) }),
    emitWarning: () => undefined,
    memoryUsage: Object.assign(() => ({ rss: recorder.tick() }), { rss: () => recorder.tick() }),
  };
  const listen = () => proxy;
  const proxy: unknown = new Proxy(process, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name];
      if (name === 'on' || name === 'once' || name === 'off' || name === 'removeAllListeners') return listen;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? Object.assign(value.bind(target) as object, value) : value;
    },
    set(_, name, value) {
      own[String(name)] = value;
      // Whoever has started the process hears that something is wrong.
      if (name === 'exitCode' && Boolean(value))
        for (const { error } of recorder.deeds) if (error !== undefined) recorder.surfaced.push(error);
      return true;
    },
  });
  return proxy;
}

type Globals = Record<string, unknown>;

/** Replaces globals for as long as a run lasts; gives what puts them back. */
function replaceGlobals(replacements: Globals): () => void {
  const target = globalThis as unknown as Globals;
  const before = Object.keys(replacements).map((name) => [name, target[name]] as const);
  Object.assign(target, replacements);
  return () => {
    for (const [name, value] of before) target[name] = value;
  };
}

/** The runs that go on: with real clients there may be several at once. */
const recording = new Set<Recorder>();
let giveBack: (() => void) | undefined;

/** Takes the process's unhandled rejections for as long as a run lasts; gives what ends that. */
function takeRejections(recorder: Recorder): () => void {
  recording.add(recorder);
  giveBack ??= replaceListeners();
  return () => {
    recording.delete(recorder);
    if (recording.size > 0) return;
    giveBack?.();
    giveBack = undefined;
  };
}

function replaceListeners(): () => void {
  const names = ['unhandledRejection', 'rejectionHandled', 'uncaughtException'] as const;
  const before = names.map((name) => [name, process.rawListeners(name)] as const);
  for (const name of names) process.removeAllListeners(name);
  const take = (reason: unknown, promise: unknown) => {
    // Which run it comes from is not known.
    if (reason instanceof Stopped) return;
    for (const recorder of recording) {
      recorder.unhandled.push(reason);
      recorder.rejected.push({ promise, reason });
    }
  };
  process.on('unhandledRejection', take);
  // What is thrown where nothing catches it ends the process, and everybody hears of it.
  process.on('uncaughtException', (error: unknown) => {
    if (!(error instanceof Stopped)) for (const recorder of recording) recorder.surfaced.push(error);
  });
  process.on('rejectionHandled', () => undefined);
  return () => {
    for (const [name, listeners] of before) {
      process.removeAllListeners(name);
      for (const listener of listeners) process.on(name, listener as (...args: unknown[]) => void);
    }
  };
}

/** Runs a program with the clients of a back end and records what it does. */
export async function run(
  program: Program,
  backEnd: BackEnd,
  { faults = [], driver, asksAlways = false, consumed = [], lineOf = lineOnStack(program) }: RunOptions,
): Promise<Trace> {
  const recorder = new Recorder(faults, lineOf);
  const clock = new VirtualClock();
  const virtual = backEnd.time === 'virtual';
  const restore = virtual
    ? replaceGlobals(timersOf(clock, () => void recorder.wakes.push(recorder.tick())))
    : () => undefined;
  const release = takeRejections(recorder);
  const { now } = Date;
  if (virtual) Date.now = () => clock.now;
  let running: Running;
  try {
    const plain: Plain = (value, name) => driver.plain?.(value, name) ?? value;
    const session = await backEnd.open({
      recorder,
      clock,
      asksAlways,
      plain,
      consumed,
      polled: () => driver.polled?.(running) ?? consumed,
    });
    try {
      const settle = () => (virtual ? settleVirtually(recorder, clock) : settleReally(recorder));
      const require = (specifier: string): unknown =>
        session.moduleOf(specifier) ?? driver.moduleOf?.(specifier, running) ?? missing(specifier);
      const started = {
        recorder,
        clock,
        loaded: Promise.resolve(),
        call: (name: string, fn: () => unknown) => calledEntry(recorder, name, fn),
        settle,
        moduleOf: require,
      };
      running = started;
      await driver.prepare?.(running);
      let loaded: ReturnType<Program['instantiate']> | undefined;
      running.call('top level', () => {
        loaded = program.instantiate({
          require,
          process: processOf(recorder),
          console: SILENT,
          globals: driver.globals?.(running) ?? {},
        });
        started.loaded = loaded.done;
        return loaded.done;
      });
      await macrotask();
      if (loaded && recorder.entries[0]?.outcome !== 'threw')
        await driver.drive(loaded.exports as Readonly<Record<string, unknown>>, running);
      await settle();
      driver.end?.(running);
    } finally {
      await session.close?.();
    }
    return recorder;
  } finally {
    Date.now = now;
    release();
    restore();
  }
}

function missing(specifier: string): never {
  throw new Error(`The run has no module ${specifier}`);
}

/** Calls an entry; a promise that it gives is waited for. */
function calledEntry(recorder: Recorder, name: string, fn: () => unknown): Entry {
  const entry: Entry = {
    name,
    outcome: 'pending',
    value: undefined,
    beganAt: recorder.tick(),
    endedAt: undefined,
    isAsynchronous: false,
  };
  recorder.entries.push(entry);
  const end = (outcome: 'returned' | 'threw') => (value: unknown) => {
    if (recorder.isOver || value instanceof Stopped) return;
    entry.outcome = outcome;
    entry.value = value;
    entry.endedAt = recorder.tick();
  };
  try {
    const value = fn();
    entry.isAsynchronous = value instanceof Promise;
    if (value instanceof Promise) value.then(end('returned'), end('threw'));
    else end('returned')(value);
  } catch (error) {
    end('threw')(error);
  }
  return entry;
}

const isWaiting = (recorder: Recorder): boolean =>
  recorder.entries.some(({ outcome }) => outcome === 'pending') && !recorder.isOver;

/** Lets everything happen that is going to happen: what follows at once, then timer after timer. */
async function settleVirtually(recorder: Recorder, clock: VirtualClock): Promise<void> {
  let later = 0;
  for (let fired = 0; fired < MOST_TIMERS; fired++) {
    await macrotask();
    if (recorder.isOver || clock.isIdle) return;
    if (
      !isWaiting(recorder) &&
      (++later > LATER_TIMERS || !(clock.isWaiting || isAtWork(recorder) || later < 4))
    ) {
      recorder.isCut = clock.isHolding;
      recorder.isBusy = later > LATER_TIMERS && clock.isWaiting;
      return;
    }
    try {
      clock.advance();
    } catch (error) {
      if (error instanceof Stopped) continue;
      // Nothing catches what a timer's or a client's callback throws: everybody hears of it, and the process ends.
      recorder.surfaced.push(error);
      recorder.exited('uncaught');
    }
  }
}

const isAtWork = (recorder: Recorder): boolean =>
  recorder.deeds.some(({ outcome }) => outcome === 'pending') && !recorder.isOver;

/** Waits until all that was called, and what nobody waited for, has ended, for a limited time. */
async function settleReally(recorder: Recorder): Promise<void> {
  const end = Date.now() + REAL_TIME;
  while (isWaiting(recorder) || isAtWork(recorder)) {
    // What the program did after its clients are closed would be no answer of theirs.
    if (Date.now() > end) throw new Error(`The run takes more than ${REAL_TIME / 1000} seconds.`);
    await new Promise((resolve) => {
      real.setTimeout(resolve, 1);
    });
  }
}
