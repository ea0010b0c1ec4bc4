import { moduleShapeOf, profileOf, type ClientId, type ModuleShape } from '../clients/index.js';
import { CATEGORIES, type Category } from '../taxonomy/index.js';

/** The key below which a configuration's `settings` speak to this plugin. */
export const SETTINGS_KEY = 'kafka-transactions';

/** The modules of clients that a setting can name. */
export const CLIENT_MODULES = [
  'kafkajs',
  '@nestjs/microservices',
  '@confluentinc/kafka-javascript',
  '@confluentinc/kafka-javascript/lib/kafkajs',
  'node-rdkafka',
  '@platformatic/rdkafka',
  '@platformatic/kafka',
] as const;

export type ClientModuleName = (typeof CLIENT_MODULES)[number];

/** What a name of a wrapper can stand for with every client. */
export const THINGS = ['producer', 'transaction', 'kafka', 'consumer'] as const;

/** One of {@link THINGS}, or a type by the name under which the client's module exports it (`ClientKafka`). */
export type Thing = (typeof THINGS)[number] | (string & Record<never, never>);

/** What an export of a wrapper, or a member of its class, is. */
export type MemberSetting =
  | { /** It is the thing. */ readonly is: Thing }
  | {
      /** A call of it gives the thing; a call that gives a transaction begins it. */ readonly returns: Thing;
    }
  | { /** A call of it gives a promise of the thing. */ readonly resolves: Thing }
  | {
      /** It calls the function it is given with the thing, and ends what it has begun. */ readonly passes: Thing;
    };

export type ExportSetting =
  | MemberSetting
  | { /** A type of that name is the thing's type. */ readonly type: Thing }
  | {
      /** A class whose instances have these members. */
      readonly class: { readonly members: Readonly<Record<string, MemberSetting>> };
    };

export interface WrapperSetting {
  readonly client: ClientModuleName;
  /** What the module exports of its own; every other name is looked up in the client's module. */
  readonly exports?: Readonly<Record<string, ExportSetting>>;
}

/** What a configuration may say below `settings['kafka-transactions']`. */
export interface KafkaTransactionsSettings {
  /** Modules that stand for a client's module: by the specifier in an import, a file's path, or a pattern with `*`. */
  readonly modules?: Readonly<Record<string, ClientModuleName | WrapperSetting>>;
  /** The application's own errors, and the category of what they stand for. */
  readonly errors?: {
    /** By the name of a class. */
    readonly classes?: Readonly<Record<string, Category>>;
    /** By the value of a code. */
    readonly codes?: Readonly<Record<string, Category>>;
  };
  /** Functions whose call surfaces an error (`failJob`, `Sentry.close`). */
  readonly surface?: readonly string[];
  /** Functions that only write an error down (`audit.note`). */
  readonly log?: readonly string[];
  /** Whether to ask the type checker what the text leaves open. */
  readonly types?: boolean;
}

/** A module of the settings, checked. */
export interface WrapperModule {
  /** The key in the settings. */
  readonly key: string;
  readonly client: ClientId;
  readonly shape: ModuleShape;
  readonly exports: ReadonlyMap<string, ExportSetting>;
}

/** Settings that have been checked. */
export interface Settings {
  readonly modules: readonly WrapperModule[];
  readonly errorClasses: ReadonlyMap<string, Category>;
  readonly errorCodes: ReadonlyMap<string, Category>;
  readonly surface: readonly (readonly string[])[];
  readonly log: readonly (readonly string[])[];
  readonly types: boolean;
}

export const NO_SETTINGS: Settings = {
  modules: [],
  errorClasses: new Map(),
  errorCodes: new Map(),
  surface: [],
  log: [],
  types: false,
};

const checked = new WeakMap<object, Settings>();

/**
 * Checks what stands below `settings['kafka-transactions']`.
 *
 * @param given - The value as the configuration has it; undefined is as good as none.
 * @returns The settings in the form that the analysis reads.
 * @throws Error when the value is not one of {@link KafkaTransactionsSettings}: the message names the key and what is allowed.
 */
export function settingsOf(given: unknown): Settings {
  if (given === undefined) return NO_SETTINGS;
  const root = `settings['${SETTINGS_KEY}']`;
  const fields = objectAt(root, given, ['modules', 'errors', 'surface', 'log', 'types']);
  const known = checked.get(given as object);
  if (known) return known;
  const errors =
    fields['errors'] === undefined ? {} : objectAt(`${root}.errors`, fields['errors'], ['classes', 'codes']);
  const settings: Settings = {
    modules: Object.entries(
      fields['modules'] === undefined ? {} : objectAt(`${root}.modules`, fields['modules']),
    ).map(([key, value]) => moduleAt(`${root}.modules['${key}']`, key, value)),
    errorClasses: categoriesAt(`${root}.errors.classes`, errors['classes']),
    errorCodes: categoriesAt(`${root}.errors.codes`, errors['codes']),
    surface: pathsAt(`${root}.surface`, fields['surface']),
    log: pathsAt(`${root}.log`, fields['log']),
    types: booleanAt(`${root}.types`, fields['types']),
  };
  checked.set(given as object, settings);
  return settings;
}

/** Whether a call, by the names it is spelled with, is one of those functions: `failJob` is `this.jobs.failJob`, too. */
export function isNamed(path: readonly string[], names: readonly (readonly string[])[]): boolean {
  return names.some(
    (name) =>
      name.length <= path.length &&
      name.every((part, index) => part === path[path.length - name.length + index]?.replace(/^#/, '')),
  );
}

/** The category of an error class of the settings. */
export const categoryOfClass = (settings: Settings, name: string): Category | undefined =>
  settings.errorClasses.get(name);

/** The category of an error code of the settings. */
export const categoryOfCode = (settings: Settings, value: unknown): Category | undefined =>
  typeof value === 'string' || typeof value === 'number' ? settings.errorCodes.get(String(value)) : undefined;

/** The name in a profile of the type that a thing of a client has, or undefined when the client has none. */
export function typeOfThing(client: ClientId, shape: ModuleShape, thing: Thing): string | undefined {
  const profile = profileOf(client);
  // Where the operations sit on the producer, a transaction is its producer.
  const name = thing === 'transaction' && profile.behaviour.operationsOn === 'producer' ? 'producer' : thing;
  if ((THINGS as readonly string[]).includes(name)) return name in profile.types ? name : undefined;
  return Object.hasOwn(shape.types, name) ? shape.types[name] : undefined;
}

function fault(at: string, value: unknown, expected: string): never {
  throw new Error(`${at} is ${spelled(value)}, but must be ${expected}.`);
}

function spelled(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

const oneOf = (names: readonly string[]): string => `one of ${names.join(', ')}`;

function objectAt(at: string, value: unknown, keys?: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fault(at, value, keys ? `an object with the keys ${keys.join(', ')}` : 'an object');
  }
  const fields = value as Record<string, unknown>;
  const stranger = keys && Object.keys(fields).find((key) => !keys.includes(key));
  if (keys && stranger !== undefined) {
    throw new Error(`${at} has the key ${stranger}, which is not ${oneOf(keys)}.`);
  }
  return fields;
}

function moduleAt(at: string, key: string, value: unknown): WrapperModule {
  if (typeof value === 'string') {
    if (!isClientModule(value)) fault(at, value, oneOf(CLIENT_MODULES));
    return { key, ...clientModule(value), exports: new Map() };
  }
  const fields = objectAt(at, value, ['client', 'exports']);
  const { client, exports } = fields;
  if (!isClientModule(client)) fault(`${at}.client`, client, oneOf(CLIENT_MODULES));
  const found = clientModule(client);
  const entries = exports === undefined ? [] : Object.entries(objectAt(`${at}.exports`, exports));
  return {
    key,
    ...found,
    exports: new Map(
      entries.map(([name, setting]) => [name, exportAt(`${at}.exports['${name}']`, setting, found)]),
    ),
  };
}

const isClientModule = (value: unknown): value is ClientModuleName =>
  (CLIENT_MODULES as readonly unknown[]).includes(value);

interface ClientOf {
  readonly client: ClientId;
  readonly shape: ModuleShape;
}

function clientModule(name: ClientModuleName): ClientOf {
  const found = moduleShapeOf(name);
  if (!found) throw new Error(`No client has the module ${name}.`);
  return found;
}

const MEMBER_KEYS = ['is', 'returns', 'resolves', 'passes'] as const;

function exportAt(at: string, value: unknown, client: ClientOf): ExportSetting {
  const key = onlyKeyAt(at, value, [...MEMBER_KEYS, 'type', 'class']);
  if (key !== 'class') return thingAt(at, key, value, client) as ExportSetting;
  const { members } = objectAt(`${at}.class`, (value as Record<string, unknown>)['class'], ['members']);
  const fields = objectAt(`${at}.class.members`, members);
  for (const [name, member] of Object.entries(fields)) {
    const place = `${at}.class.members['${name}']`;
    thingAt(place, onlyKeyAt(place, member, MEMBER_KEYS), member, client);
  }
  return value as ExportSetting;
}

/** The one key of an object that may have one of several. */
function onlyKeyAt(at: string, value: unknown, keys: readonly string[]): string {
  const fields = objectAt(at, value, keys);
  const [key, ...more] = Object.keys(fields);
  if (key === undefined || more.length > 0) fault(at, value, `an object with ${oneOf(keys)}`);
  return key;
}

function thingAt(at: string, key: string, value: unknown, { client, shape }: ClientOf): unknown {
  const thing = (value as Record<string, unknown>)[key];
  const things = THINGS.filter((name) => typeOfThing(client, shape, name) !== undefined);
  if (typeof thing !== 'string' || typeOfThing(client, shape, thing) === undefined) {
    const exported = Object.entries(shape.types).flatMap(([name, type]) => (type === 'other' ? [] : [name]));
    fault(`${at}.${key}`, thing, oneOf([...things, ...exported]));
  }
  return value;
}

function categoriesAt(at: string, value: unknown): ReadonlyMap<string, Category> {
  if (value === undefined) return new Map();
  return new Map(
    Object.entries(objectAt(at, value)).map(([name, category]) => {
      if (!(CATEGORIES as readonly unknown[]).includes(category)) {
        fault(`${at}['${name}']`, category, oneOf(CATEGORIES));
      }
      return [name, category as Category];
    }),
  );
}

const FUNCTION_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

function pathsAt(at: string, value: unknown): readonly (readonly string[])[] {
  if (value === undefined) return [];
  const expected = "the name of a function, such as 'failJob' or 'audit.note'";
  if (!Array.isArray(value)) fault(at, value, `an array; each item is ${expected}`);
  return value.map((name: unknown, index) => {
    if (typeof name !== 'string' || !FUNCTION_NAME.test(name)) fault(`${at}[${index}]`, name, expected);
    return name.split('.');
  });
}

function booleanAt(at: string, value: unknown): boolean {
  if (value !== undefined && typeof value !== 'boolean') fault(at, value, 'true or false');
  return value ?? false;
}
