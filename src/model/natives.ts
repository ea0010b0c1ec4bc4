import { native, undefinedValue, type NativeValue, type Value } from './value.js';

/**
 * Functions of the platform and of libraries that the analysis knows, by module and export. A name stands for what the
 * function does, in the terms of `flow/`.
 */
const timers = { setTimeout: 'sleep', setImmediate: 'sleep' };
const byModule: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  util: { promisify: 'promisify' },
  'timers/promises': timers,
  timers: { setTimeout: 'later', setInterval: 'later', setImmediate: 'later' },
  crypto: { randomUUID: 'random', randomBytes: 'random', randomInt: 'random', getRandomValues: 'random' },
  uuid: { v4: 'random', v1: 'random', v6: 'random', v7: 'random' },
  'uuid/v4': { default: 'random' },
  'uuid/v1': { default: 'random' },
  uuidv7: { uuidv7: 'random' },
  'short-uuid': { generate: 'random' },
  nanoid: { nanoid: 'random' },
  'nanoid/async': { nanoid: 'random' },
  'nanoid/non-secure': { nanoid: 'random' },
  ulid: { ulid: 'random' },
  cuid: { default: 'random' },
  '@paralleldrive/cuid2': { createId: 'random' },
  process: {
    default: 'process',
    pid: 'process.pid',
    ppid: 'process.ppid',
    exit: 'process.exit',
    abort: 'process.exit',
  },
  'p-retry': { default: 'retry:p-retry', AbortError: 'class:AbortError' },
  'async-retry': { default: 'retry:async-retry' },
  'promise-retry': { default: 'retry:promise-retry' },
  // Promises that are never rejected, of pairs.
  'await-to-js': { default: 'pair:error-first', to: 'pair:error-first' },
  catchify: { default: 'pair:error-first' },
  'await-of': { default: 'pair:value-first', of: 'pair:value-first' },
  'exponential-backoff': { backOff: 'retry:exponential-backoff' },
  'ts-retry-promise': {
    retry: 'retry:ts-retry-promise',
    retryDecorator: 'retry-decorator:ts-retry-promise',
    NotRetryableError: 'class:NotRetryableError',
  },
  cockatiel: {
    retry: 'cockatiel.retry',
    handleAll: 'cockatiel.handleAll',
    handleType: 'cockatiel.handleType',
    handleWhen: 'cockatiel.handleWhen',
    wrap: 'cockatiel.wrap',
  },
  rxjs: {
    from: 'rxjs.from',
    defer: 'rxjs.defer',
    of: 'rxjs.of',
    throwError: 'rxjs.throwError',
    lastValueFrom: 'rxjs.valueFrom',
    firstValueFrom: 'rxjs.valueFrom',
    retry: 'rxjs.retry',
    catchError: 'rxjs.catchError',
    concatMap: 'rxjs.map',
    mergeMap: 'rxjs.map',
    switchMap: 'rxjs.map',
    exhaustMap: 'rxjs.map',
    map: 'rxjs.map',
    tap: 'rxjs.tap',
    finalize: 'rxjs.finalize',
    EMPTY: 'rxjs.EMPTY',
  },
};

/** The name by which the analysis knows an export of a module, or undefined. `*` is the module itself. */
export function nativeExport(module: string, name: string): string | undefined {
  const bare = module.replace(/^node:/, '');
  const exports = byModule[bare === 'rxjs/operators' ? 'rxjs' : bare];
  if (!exports) return undefined;
  if (name === '*') return `module:${bare}`;
  return exports[name] ?? (name === 'default' ? `module:${bare}` : undefined);
}

/** A member of a known module or global (`util.promisify`, `Promise.all`, `process.exit`). */
export function nativeMember(owner: string, name: string): string | undefined {
  if (owner.startsWith('module:')) {
    return nativeExport(owner.slice('module:'.length), name);
  }
  if (owner.startsWith('retry:') && name === 'AbortError') return 'class:AbortError';
  if (owner.startsWith('retry:') && name === 'default') return owner;
  if (
    owner === 'process' &&
    (name === 'exit' || name === 'abort' || name === 'reallyExit' || name === 'kill')
  ) {
    return 'process.exit';
  }
  if (owner === 'process' && name === 'nextTick') return 'later';
  if (globals.has(owner)) return `${owner}.${name}`;
  return undefined;
}

const globals = new Set([
  'Promise',
  'Object',
  'Array',
  'JSON',
  'Math',
  'Date',
  'Number',
  'String',
  'Boolean',
  'BigInt',
  'Symbol',
  'Buffer',
  'Reflect',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'console',
  'process',
  'Error',
  'crypto',
]);
const globalFunctions: Readonly<Record<string, string>> = {
  setTimeout: 'later',
  setInterval: 'later',
  setImmediate: 'later',
  queueMicrotask: 'later',
  clearTimeout: 'pure',
  clearInterval: 'pure',
  clearImmediate: 'pure',
  parseInt: 'pure',
  parseFloat: 'pure',
  isNaN: 'pure',
  structuredClone: 'pure',
  encodeURIComponent: 'pure',
  require: 'require',
  TypeError: 'Error',
  RangeError: 'Error',
  SyntaxError: 'Error',
  AggregateError: 'AggregateError',
};

/** The name of a global that the analysis knows. */
export function nativeGlobal(name: string): string | undefined {
  return globals.has(name) ? name : Object.hasOwn(globalFunctions, name) ? globalFunctions[name] : undefined;
}

const randomMembers = new Set([
  'crypto.randomUUID',
  'crypto.randomBytes',
  'crypto.getRandomValues',
  'Math.random',
  'Date.now',
  'Date',
  'process.hrtime',
  'process.uptime',
]);
/** Whether a call of the function gives another value each time the program starts. */
export const isRandom = (name: string): boolean => name === 'random' || randomMembers.has(name);

/** Whether a call of the function cannot throw for reasons of its own and gives nothing but a value computed from its arguments. */
export const isPure = (name: string): boolean =>
  name === 'pure' ||
  name === 'sleep' ||
  name === 'random' ||
  /^(Object|Array|JSON|Math|Date|Number|String|Boolean|BigInt|Symbol|Buffer|Reflect|console|Map|Set|crypto)(\.|$)/.test(
    name,
  );

/** Whether what a pure function gives has its arguments, or parts of them, in it. */
export const keepsArguments = (name: string): boolean =>
  /^(Object\.(fromEntries|values|entries|groupBy|create|defineProperty)|Array|Reflect|Map|Set)(\.|$)/.test(
    name,
  );

/** A policy of cockatiel that a call builds, or undefined when the call runs one. */
export function policyOf(callee: NativeValue, args: readonly Value[]): Value | undefined {
  switch (callee.name) {
    case 'cockatiel.retry':
      return native('cockatiel.policy', [args[0] ?? undefinedValue, args[1] ?? undefinedValue]);
    case 'cockatiel.handleType':
    case 'cockatiel.handleWhen':
      return native(callee.name, args);
    case 'cockatiel.wrap':
      return (
        args.find((a) => a.kind === 'native' && a.name === 'cockatiel.policy') ??
        native('cockatiel.plain', args)
      );
    default:
      return /\.(orType|orWhen)$/.test(callee.name)
        ? native('cockatiel.either', [...callee.args, ...args])
        : undefined;
  }
}

/** Whether the methods of an object of the platform do not fail for what they are given. */
export const isSafeObject = (name: string): boolean =>
  /^(process|console|Math|Object|Array|Number|Date|Promise|Reflect)$/.test(name);

/** Whether a global function throws for some of what it can be given: `BigInt('x')`. */
export const isFailingFunction = (name: string): boolean =>
  /^(BigInt|decodeURI(Component)?|structuredClone|atob)$/.test(name);
