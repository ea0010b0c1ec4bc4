import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { ClientId, Member, TypeName } from '../clients/profile.js';
import { hashOf } from './hash.js';
import type { ClassNode, ConstructorNode, FunctionNode } from './syntax.js';

/**
 * What the analysis knows of a value. Every value has a `key`: two values with the same key are the same as far as the
 * analysis can tell. A value whose `plain` is true says nothing about Kafka: two states that differ in plain values alone
 * are joined.
 */
interface Known {
  readonly key: string;
  readonly plain: boolean;
}

/** Nothing is known but where it came from. */
export interface Unknown extends Known {
  readonly kind: 'unknown';
  /** A canonical text of the expression; the same text stands for the same value. */
  readonly text: string;
  /** The loops and recursions with whose turns the value changes. */
  readonly varies: readonly string[];
  /** Errors on which an unseen function has passed judgement to give this value, and those whose text alone was asked ({@link byText}). */
  readonly judged: readonly string[];
  /** Identifiers of what may be inside (errors, transactions, producers, promises). */
  readonly holds: readonly string[];
  /** Some of the values that it may be, where several met. */
  readonly joins?: readonly Value[];
}
export interface Nil extends Known {
  readonly kind: 'nil';
  readonly value: null | undefined;
  /** The constant was read from a client's table, which does not have it. */
  readonly missing?: string;
  /**
   * What a look-up gives that may find nothing: a program can ask for that, and one that does not knows that something is there, one of
   * the other things that were found or, `alone`, something that nobody saw.
   */
  readonly absent?: 'among others' | 'alone';
}
export interface Literal extends Known {
  readonly kind: 'literal';
  readonly value: string | number | boolean | bigint;
  /** The constant's name, when it was read from a client's table. */
  readonly name?: string;
  readonly node?: TSESTree.Node;
  readonly varies?: readonly string[];
  /** The canonical text, where it is not the constant: a counter is another number at each turn. */
  readonly text?: string;
}
/** A thing of a client's API. */
export interface ApiValue extends Known {
  readonly kind: 'api';
  readonly client: ClientId;
  readonly type: TypeName;
  /** The same thing has the same id. */
  readonly id: string;
  /** It may be null or undefined at times. */
  readonly maybe: boolean;
  /** Code outside of the file has it too. */
  readonly shared: boolean;
  /** A generator has made it for the turn that it is in. */
  readonly fresh?: boolean;
  /** A transaction's producer. */
  readonly producer?: string;
  readonly varies?: readonly string[];
}
/** A member of a client's API: a method (with its receiver), a class, a predicate. */
export interface MemberValue extends Known {
  readonly kind: 'member';
  readonly client: ClientId;
  readonly name: string;
  readonly member: Member;
  readonly owner: ApiValue | undefined;
  /** `util.promisify` was applied. */
  readonly promisified: boolean;
}
export interface FunctionValue extends Known {
  readonly kind: 'function';
  readonly node: FunctionNode;
  readonly self: Value | undefined;
  readonly captured: ReadonlyMap<TSESLint.Scope.Variable, Value>;
  readonly bound: readonly Value[];
  readonly promisified: boolean;
}
export interface ClassValue extends Known {
  readonly kind: 'class';
  readonly node: ClassNode;
}
export interface InstanceValue extends Known {
  readonly kind: 'instance';
  readonly node: ConstructorNode;
  readonly id: string;
}
export interface ObjectValue extends Known {
  readonly kind: 'object';
  readonly text: string;
  readonly fields: ReadonlyMap<string, Value>;
  /** Fields that are not listed may exist. */
  readonly open: boolean;
  readonly varies: readonly string[];
}
/** An array, a Set or the values of a Map. `many`: each item stands for any number of such items. */
export interface ListValue extends Known {
  readonly kind: 'list';
  readonly items: readonly Value[];
  readonly many: boolean;
  /** The values of a Map: going through it gives pairs. */
  readonly entries?: boolean;
  /** The values of an object that was filled key by key: reading any name gives one of them, or nothing. */
  readonly keyed?: boolean;
  /** The values of an object whose type says that it has one under any name. */
  readonly named?: boolean;
  /** The keys of a Map that stays as it is, one for each item. */
  readonly keys?: readonly Value[];
  /** What the list is in, a field or a variable, where other functions may have put items into it. */
  readonly home?: string;
  /** Items were taken out: how many are left, if any, nobody knows. */
  readonly drained?: boolean;
  /** There is always one more: a generator gives them that has no end. */
  readonly endless?: boolean;
  readonly varies: readonly string[];
}
/** A debt whose promise's fulfilment a `.then` handler goes on from: `+` marks it. */
export const continued = (owes: readonly string[]): readonly string[] =>
  owes.map((id) => (id.endsWith('+') ? id : `${id}+`));
export const isContinued = (id: string): boolean => id.endsWith('+');
/** The debt that an entry of `owes` names. */
export const debtOf = (id: string): string => (id.endsWith('+') ? id.slice(0, -1) : id);

/** A promise that has its outcome: the analysis follows each outcome from the call on. */
export interface PromiseValue extends Known {
  readonly kind: 'promise';
  readonly fulfilled: boolean;
  readonly value: Value;
  /** The calls whose outcome it carries and that somebody must wait for. */
  readonly owes: readonly string[];
}
/** An error in flight or caught; `layer` counts `.cause` steps, `inner` is one of `.errors`. */
export interface ErrorValue extends Known {
  readonly kind: 'error';
  readonly error: string;
  readonly layer: number;
}
/** A property of an error that has not been compared yet. */
export interface ErrorField extends Known {
  readonly kind: 'error-field';
  readonly error: string;
  readonly layer: number;
  readonly name: string;
}
/** A function or thing of the platform or of a library that the analysis knows by its full name. */
export interface NativeValue extends Known {
  readonly kind: 'native';
  readonly name: string;
  readonly args: readonly Value[];
}

export type Value =
  | Unknown
  | Nil
  | Literal
  | ApiValue
  | MemberValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  | ObjectValue
  | ListValue
  | PromiseValue
  | ErrorValue
  | ErrorField
  | NativeValue;

const none: readonly string[] = [];

/** Joins sets kept as sorted arrays. */
export const union = (a: readonly string[], b: readonly string[]): readonly string[] => {
  if (b.length === 0 || a === b) return a;
  if (a.length === 0) return b;
  return [...new Set([...a, ...b])].sort();
};

const LONGEST_TEXT = 120;
const shorten = (text: string): string => {
  if (text.length <= LONGEST_TEXT) return text;
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `${text.slice(0, 40)}#${(hash >>> 0).toString(36)}${String(text.length)}`;
};

/** What the texts of regular expressions start with. */
export const PATTERN = '/re/@';
/** How an error stands among what has passed judgement on a value when only its text was asked, which tells no row for sure. */
export const byText = (error: string): string => `text:${error}`;
/** The error that an entry of `judged` is about. */
export const judgement = (entry: string): { readonly error: string; readonly isText: boolean } =>
  entry.startsWith('text:') ? { error: entry.slice(5), isText: true } : { error: entry, isText: false };

export const unknown = (
  text: string,
  varies: readonly string[] = none,
  holds: readonly string[] = none,
  judged: readonly string[] = none,
): Unknown => {
  const short = shorten(text);
  return {
    kind: 'unknown',
    text: short,
    varies,
    holds,
    judged,
    key: `?${short}|${varies.join()}|${holds.join()}|${judged.join()}`,
    plain: holds.length === 0 && judged.length === 0,
  };
};
export const nil = (value: null | undefined): Nil => (value === null ? nullValue : undefinedValue);
const nullValue: Nil = { kind: 'nil', value: null, key: 'null', plain: false };
export const undefinedValue: Nil = { kind: 'nil', value: undefined, key: 'undefined', plain: false };
/** What an optional chain has when it is over before its end: nothing more of it is evaluated, and the whole is `undefined`. */
export const skippedValue: Nil = { kind: 'nil', value: undefined, key: '?.', plain: false };
/** What a look-up gives that may find nothing. */
export const absent = (absence: 'among others' | 'alone'): Nil => ({
  ...undefinedValue,
  absent: absence,
  key: `absent ${absence}`,
});
/** A constant that a client's table lacks. */
export const missing = (name: string): Nil => ({
  kind: 'nil',
  value: undefined,
  missing: name,
  key: `missing:${name}`,
  plain: false,
});
/** How long a key gets: what holds itself, turn after turn, would double it each time. */
const LONGEST_KEY = 4_000;

/** A key by which a value is told from others: a long one as its beginning, its end and a digest of all. */
const bounded = (key: string): string =>
  key.length <= LONGEST_KEY
    ? key
    : `${key.slice(0, 500)}…${String(hashOf(key))}:${String(key.length)}…${key.slice(-500)}`;

export const literal = (
  value: string | number | boolean | bigint,
  extra: { name?: string; node?: TSESTree.Node; varies?: readonly string[] } = {},
): Literal => ({
  kind: 'literal',
  value,
  ...extra,
  key: `${typeof value}:${String(value)}`,
  plain: typeof value === 'number' || typeof value === 'bigint',
});
export const api = (
  client: ClientId,
  type: TypeName,
  id: string,
  extra: { maybe?: boolean; shared?: boolean; producer?: string } = {},
): ApiValue => ({
  kind: 'api',
  client,
  type,
  id,
  maybe: extra.maybe ?? false,
  shared: extra.shared ?? false,
  ...(extra.producer === undefined ? {} : { producer: extra.producer }),
  key: `api:${client}.${type}:${id}${extra.maybe === true ? '?' : ''}`,
  plain: false,
});
export const member = (
  client: ClientId,
  name: string,
  shape: Member,
  owner: ApiValue | undefined,
  promisified = false,
): MemberValue => ({
  kind: 'member',
  client,
  name,
  member: shape,
  owner,
  promisified,
  key: `member:${client}.${name}:${owner?.key ?? ''}${promisified ? '!' : ''}`,
  plain: false,
});
export const func = (
  node: FunctionNode,
  id: string,
  extra: {
    self?: Value | undefined;
    captured?: ReadonlyMap<TSESLint.Scope.Variable, Value>;
    bound?: readonly Value[];
    promisified?: boolean;
  } = {},
): FunctionValue => ({
  kind: 'function',
  node,
  self: extra.self,
  captured: extra.captured ?? new Map(),
  bound: extra.bound ?? [],
  promisified: extra.promisified ?? false,
  key: bounded(
    `fn:${id}:${extra.self?.key ?? ''}:${[...(extra.captured?.values() ?? [])].map((v) => v.key).join()}:${(extra.bound ?? []).map((v) => v.key).join()}${extra.promisified === true ? '!' : ''}`,
  ),
  plain: false,
});
export const classValue = (node: ClassNode, id: string): ClassValue => ({
  kind: 'class',
  node,
  key: `class:${id}`,
  plain: false,
});
export const instance = (node: ConstructorNode, id: string): InstanceValue => ({
  kind: 'instance',
  node,
  id,
  key: `instance:${id}`,
  plain: false,
});
export const object = (
  text: string,
  fields: ReadonlyMap<string, Value>,
  open: boolean,
  varies: readonly string[] = none,
): ObjectValue => {
  let all = varies;
  for (const value of fields.values()) all = union(all, variesOf(value));
  return {
    kind: 'object',
    text: shorten(text),
    fields,
    open,
    varies: all,
    key: bounded(`{${[...fields].map(([name, value]) => `${name}=${value.key}`).join()}${open ? '…' : ''}}`),
    plain: [...fields.values()].every(isInert),
  };
};
export const list = (items: readonly Value[], many: boolean, varies: readonly string[] = none): ListValue => {
  let all = varies;
  for (const value of items) all = union(all, variesOf(value));
  return {
    kind: 'list',
    items,
    many,
    varies: all,
    key: bounded(`[${items.map((item) => item.key).join()}${many ? '*' : ''}]`),
    plain: items.every(isInert),
  };
};
/** What a generator gives that has no end. */
export const endlessList = (items: readonly Value[]): ListValue => {
  const all = list(items, true);
  return { ...all, endless: true, key: bounded(`${all.key}~`) };
};
/** The items of a list, each with a key of which nothing is known. */
export const pairsOf = (from: ListValue): readonly Value[] =>
  from.items.map((item) => list([unknown(`key(${from.key})`, from.varies), item], false));
/** The Map that is made of a list of pairs: its values, since no two of its keys are told apart. */
export const mapOf = (pairs: ListValue): ListValue => {
  const values = pairs.items.map((pair) => (pair.kind === 'list' && !pair.many ? pair.items[1] : undefined));
  const isKnown = values.every((value) => value !== undefined);
  const map = { ...list(isKnown ? values : [], pairs.many || !isKnown, pairs.varies), entries: true };
  const keys = pairs.items.flatMap((pair) => (pair.kind === 'list' && pair.items[0] ? [pair.items[0]] : []));
  return !map.many && keys.every(({ kind }) => kind === 'literal') ? { ...map, keys } : map;
};
/** What iterating over a list gives: pairs for those of a Map. */
export const iteratedOf = (from: ListValue): readonly Value[] =>
  from.entries === true ? pairsOf(from) : from.items;
export const promise = (fulfilled: boolean, value: Value, owes: readonly string[] = none): PromiseValue => ({
  kind: 'promise',
  fulfilled,
  value,
  owes,
  key: `${fulfilled ? 'fulfilled' : 'rejected'}(${value.key})${owes.join()}`,
  plain: false,
});
export const errorValue = (error: string, layer = 0): ErrorValue => ({
  kind: 'error',
  error,
  layer,
  key: `error:${error}.${String(layer)}`,
  plain: false,
});
export const errorField = (error: string, layer: number, name: string): ErrorField => ({
  kind: 'error-field',
  error,
  layer,
  name,
  key: `field:${error}.${String(layer)}.${name}`,
  plain: false,
});
export const native = (name: string, args: readonly Value[] = []): NativeValue => ({
  kind: 'native',
  name,
  args,
  key: bounded(`native:${name}(${args.map((a) => a.key).join()})`),
  plain: args.length === 0,
});

/** Whether a value inside an object or list keeps the whole plain: constants do there, nothing branches on them. */
const isInert = (value: Value): boolean => value.plain || value.kind === 'literal' || value.kind === 'nil';

/** The loops and recursions with whose turns a value changes. */
export function variesOf(value: Value): readonly string[] {
  switch (value.kind) {
    case 'unknown':
    case 'object':
    case 'list':
      return value.varies;
    case 'literal':
    case 'api':
      return value.varies ?? none;
    case 'promise':
      return variesOf(value.value);
    case 'native':
      return value.args.reduce((all, arg) => union(all, variesOf(arg)), none);
    default:
      return none;
  }
}

/** A canonical text of a value, by which two uses of the same records are recognised. */
export function textOf(value: Value): string {
  switch (value.kind) {
    case 'unknown':
    case 'object':
      return value.text;
    case 'promise':
      return textOf(value.value);
    case 'literal':
      return value.text ?? value.key;
    default:
      return value.key;
  }
}

/**
 * Identifiers of everything that whoever gets this value gets with it: `e:` errors, `a:` things of a client's API, `p:` calls
 * whose promise it carries.
 */
export function holdsOf(value: Value, depth = 8): readonly string[] {
  switch (value.kind) {
    case 'unknown':
      return value.holds;
    case 'error':
    case 'error-field':
      return [`e:${value.error}`];
    case 'api':
      return value.producer === undefined ? [`a:${value.id}`] : [`a:${value.id}`];
    case 'member':
      return value.owner ? [`a:${value.owner.id}`] : none;
    case 'promise':
      return union(
        holdsOf(value.value, depth),
        value.owes.map((id) => `p:${id}`),
      );
    case 'object':
      return depth === 0 ? none : heldBy([...value.fields.values()], depth - 1);
    case 'list':
      return depth === 0 ? none : heldBy(value.items, depth - 1);
    case 'native':
      return depth === 0 ? none : heldBy(value.args, depth - 1);
    case 'function':
      return depth === 0
        ? none
        : heldBy(
            [...value.captured.values(), ...value.bound, ...(value.self ? [value.self] : [])],
            depth - 1,
          );
    default:
      return none;
  }
}

/** The errors that a value holds, by their ids. */
export const errorsIn = (value: Value): readonly string[] =>
  holdsOf(value).flatMap((hold) => (hold.startsWith('e:') ? [hold.slice(2)] : []));
/** The errors of the rejected promises that a value is or has in it, by their ids. */
export function rejectionsIn(value: Value, depth = 4): readonly string[] {
  switch (value.kind) {
    case 'promise':
      return value.fulfilled ? rejectionsIn(value.value, depth) : errorsIn(value.value);
    case 'object':
    case 'list': {
      if (depth === 0 || value.plain) return none;
      const parts = value.kind === 'list' ? value.items : [...value.fields.values()];
      return parts.reduce((all, part) => union(all, rejectionsIn(part, depth - 1)), none);
    }
    default:
      return none;
  }
}
const heldBy = (values: readonly Value[], depth: number): readonly string[] => {
  let all = none;
  for (const value of values) all = union(all, holdsOf(value, depth));
  return all;
};

/** How many items of a list are told apart. */
const MOST_ITEMS = 8;

const isKeyed = (value: Value): boolean => value.kind === 'list' && value.keyed === true;
const isEmptyObject = (value: Value): boolean =>
  value.kind === 'object' && value.fields.size === 0 && !value.open;

/** A thing of a client's that is another one at each turn of some loops; any other value as it is. */
export const changingWith = (value: Value, loops: readonly string[]): Value =>
  value.kind === 'api' && loops.length > 0 ? { ...value, varies: union(value.varies ?? none, loops) } : value;

/** A value that a loop has come by when it was run before: its turns from now on change it no more. */
export const fixedSince = (value: Value, loop: string): Value =>
  variesOf(value).includes(loop)
    ? revaried(value, (varies) => varies.filter((other) => other !== loop), `~${loop}`)
    : value;

/** A value that is another one at each turn of a loop: what is known of it is true of each. What holds an error is that error's. */
export function varyingWith(value: Value, loop: string): Value {
  if (value.kind === 'api') return changingWith(value, [loop]);
  return errorsIn(value).length > 0 ? value : revaried(value, (varies) => union(varies, [loop]), `^${loop}`);
}

/** How deep in a value its parts are looked at. */
const DEEPEST_PART = 5;

/** A value that changes with other loops, and so do its parts. */
function revaried(
  value: Value,
  change: (varies: readonly string[]) => readonly string[],
  mark: string,
  depth = DEEPEST_PART,
): Value {
  if (depth === 0) return value;
  const varies = change(variesOf(value));
  const part = (inner: Value): Value => revaried(inner, change, mark, depth - 1);
  const key = bounded(`${value.key}${mark}`);
  switch (value.kind) {
    case 'unknown': {
      const other = unknown(value.text, varies, value.holds, value.judged);
      return value.joins ? { ...other, joins: value.joins } : other;
    }
    case 'list':
      return { ...value, items: value.items.map(part), varies, key };
    case 'object':
      return {
        ...value,
        fields: new Map([...value.fields].map(([name, field]) => [name, part(field)])),
        varies,
        key,
      };
    default:
      return value;
  }
}

/** A list that other functions may have put items into, by what it is in. */
export const listIn = (value: ListValue, home: string): ListValue => ({
  ...value,
  home,
  key: `${value.key}@${home}`,
});

/** A list of what iterating over another one gives. */
export function copyOf(from: ListValue): ListValue {
  const copy = list(iteratedOf(from), from.many, from.varies);
  return from.home === undefined || from.entries === true ? copy : listIn(copy, from.home);
}

/** A list of which nobody knows how many such items it has. */
export const anyNumberOf = (value: ListValue): ListValue => ({ ...value, many: true, key: `${value.key}+` });

/**
 * A value that is put where other code finds it: an empty list, or one of a single item, is one that may grow there, and so are those in
 * the fields of an object.
 */
export function growing(value: Value, depth = 2): Value {
  if (value.kind === 'list') return value.many || value.items.length > 1 ? value : anyNumberOf(value);
  if (value.kind !== 'object' || depth === 0) return value;
  let fields: Map<string, Value> | undefined;
  for (const [name, field] of value.fields) {
    const grown = growing(field, depth - 1);
    if (grown !== field) (fields ??= new Map(value.fields)).set(name, grown);
  }
  return fields ? object(value.text, fields, value.open, value.varies) : value;
}

/** What is known where two values meet that differ. */
export function joined(a: Value, b: Value, name: string): Value {
  if (a.key === b.key) return a;
  if (a.kind === 'list' && b.kind === 'list') {
    const items = [...a.items, ...b.items.filter((item) => !a.items.some(({ key }) => key === item.key))];
    const entries = a.entries === true && b.entries === true;
    const keyed = a.keyed === true && b.keyed === true;
    if (items.length <= MOST_ITEMS)
      return { ...list(items, true, union(a.varies, b.varies)), entries, keyed };
  }
  // Nothing that was filled key by key has to be there.
  if (isKeyed(a) && isEmptyObject(b)) return a;
  if (isKeyed(b) && isEmptyObject(a)) return b;
  const met = unknown(`join(${name})`, union(variesOf(a), variesOf(b)), union(holdsOf(a), holdsOf(b)));
  const joins = [a, b].flatMap((value) => (value.kind === 'unknown' && value.joins ? value.joins : [value]));
  return { ...met, joins: joins.slice(0, MOST_ITEMS) };
}

/** true, false, or undefined where both are possible. */
export function truthOf(value: Value): boolean | undefined {
  switch (value.kind) {
    case 'literal':
      return Boolean(value.value);
    case 'nil':
      return false;
    case 'unknown':
    case 'error-field':
      return undefined;
    case 'api':
      return value.maybe ? undefined : true;
    default:
      return true;
  }
}
