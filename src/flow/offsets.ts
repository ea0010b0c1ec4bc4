import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { profileOf } from '../clients/index.js';
import { recordTypeOf } from '../model/record-types.js';
import { staticName } from '../model/syntax.js';
import { textOf, type ObjectValue, type Value } from '../model/value.js';
import type { Interpreter } from './interpreter.js';
import type { CallSighting, Sightings } from './sightings.js';

/**
 * Finds offsets of records that were read already among those that are sent as a group's position, and those to which one
 * is added twice.
 */
export function rawOffsets(it: Interpreter): void {
  let records: Records | undefined;
  for (const sighting of it.seen.calls) {
    const { member } = sighting.callee;
    if (member.is !== 'method' || member.operation !== 'sendOffsets') continue;
    records ??= new Records(it);
    if (member.record === 'taken') addedTwice(it, records, sighting);
    else for (const arg of sighting.args) search(it, records, sighting, arg, DEPTH);
  }
}

/** What lists that are sent as positions are in, where other functions may have put something into them. */
export function homesOfOffsets({ seen }: Interpreter): ReadonlySet<string> {
  const homes = new Set<string>();
  const visit = (value: Value, depth: number): void => {
    if (depth === 0) return;
    if (value.kind === 'list') {
      if (value.home !== undefined) homes.add(value.home);
      for (const item of value.items) visit(item, depth - 1);
    } else if (value.kind === 'object') for (const field of value.fields.values()) visit(field, depth - 1);
    else for (const from of seen.derivationOf(value)?.from ?? []) visit(from, depth - 1);
  };
  for (const { callee, args } of seen.calls)
    if (callee.member.is === 'method' && callee.member.operation === 'sendOffsets')
      for (const arg of args) visit(arg, 2 * DEPTH);
  return homes;
}

/** How deep offsets lie: object, topics, topic, partitions, partition. */
const DEPTH = 6;

function search(
  it: Interpreter,
  records: Records,
  sighting: CallSighting,
  value: Value,
  depth: number,
): void {
  if (depth === 0) return;
  switch (value.kind) {
    case 'list':
      for (const item of records.itemsOf(value)) {
        // A record by itself, with its own offset, where a position is wanted.
        if (item.kind === 'unknown' && records.has(item)) report(it, sighting, sighting.node, 'record');
        else search(it, records, sighting, item, depth - 1);
      }
      break;
    case 'object': {
      const offset = value.fields.get('offset');
      if (offset && records.isOwnOffset(offset))
        report(it, sighting, propertyOf(it, value) ?? sighting.node, 'offset');
      else if (
        offset &&
        profileOf(sighting.callee.client).behaviour.offsets === 'string' &&
        records.isAppendedTo(offset)
      )
        report(it, sighting, propertyOf(it, value) ?? sighting.node, 'appended');
      for (const field of value.fields.values()) search(it, records, sighting, field, depth - 1);
      break;
    }
    case 'unknown': {
      // A list of which the items are known by one that stands for all.
      const derivation = it.seen.derivationOf(value);
      if (derivation?.by === 'items')
        for (const items of derivation.from) search(it, records, sighting, items, depth);
      break;
    }
    default:
  }
}

/** Where an object's offset is written down. */
function propertyOf(it: Interpreter, value: ObjectValue): TSESTree.Node | undefined {
  return it.seen
    .literalOf(value)
    ?.properties.find((p) => p.type === T.Property && staticName(p.key, p.computed) === 'offset');
}

function report(it: Interpreter, { node, callee }: CallSighting, at: TSESTree.Node, detail: string): void {
  it.findings.add({
    kind: 'raw-offset',
    node: at,
    client: callee.client,
    operation: 'sendOffsets',
    call: node,
    rows: new Set(),
    detail,
    error: undefined,
    related: undefined,
    handler: undefined,
  });
}

/** A method that adds one itself is given a record whose offset is the next one already. */
function addedTwice(it: Interpreter, records: Records, { node, callee, args }: CallSighting): void {
  const [record] = args;
  const offset = record?.kind === 'object' ? record.fields.get('offset') : undefined;
  const derivation = offset && it.seen.derivationOf(offset);
  if (record?.kind !== 'object' || derivation?.by !== '+') return;
  const [own, one] = derivation.from;
  if (!own || !records.isOwnOffset(own) || one?.kind !== 'literal' || Number(one.value) !== 1) return;
  it.findings.add({
    kind: 'invalid-call',
    node: propertyOf(it, record) ?? node,
    client: callee.client,
    operation: 'sendOffsets',
    call: node,
    rows: new Set(),
    detail: 'arguments',
    quoted: { advice: 'It takes the consumed record as it is, and adds one to the offset itself.' },
    error: undefined,
    related: undefined,
    handler: undefined,
  });
}

/** What a conversion that leaves a number as it is is called. */
const CONVERSIONS: ReadonlySet<string> = new Set([
  'String',
  'Number',
  'BigInt',
  'pure',
  'Number.parseInt',
  '`',
  '.toString()',
  '.valueOf()',
]);

/** Conversions that give a string. */
const TO_STRING: ReadonlySet<string> = new Set(['String', '`', '.toString()']);

/** `offset + ''` is the offset as a text. */
const isEmptyText = (value: Value | undefined): boolean => value?.kind === 'literal' && value.value === '';

/** What gives an item of a list. */
const ITEMS: ReadonlySet<string> = new Set(['each', '[]', '.at()', '.pop()', '.shift()', '.findLast()']);

const isItem = (by: string): boolean => ITEMS.has(by) || /^\.\d+$/.test(by);

/** What only a consumed record has beside its offset. */
const CONTENTS: ReadonlySet<string> = new Set(['.value', '.key', '.headers']);

/** Offsets of the records of a batch by the clients' own names (kafkajs and the Confluent KafkaJS API, Batch). */
const BATCH_OFFSETS: ReadonlySet<string> = new Set(['.lastOffset()', '.firstOffset()']);

/**
 * The consumed records among the values: things with an offset of which the program also reads the contents, those of a
 * client's type of records, the message of a payload, the messages of a batch, and what a client's method gives as a record.
 */
class Records {
  readonly #read = new Set<string>();
  /** Those that are records by their annotation. */
  readonly #typed = new Set<string>();

  readonly seen: Sightings;

  constructor({ seen, origins, sourceCode }: Interpreter) {
    this.seen = seen;
    for (const variable of sourceCode.scopeManager?.scopes.flatMap((scope) => scope.variables) ?? []) {
      const type = recordTypeOf(origins, variable);
      if (!type) continue;
      const name = textOf(origins.variableValue(variable));
      this.#read.add(type === 'list' ? `item(${name})` : name);
      this.#typed.add(type === 'list' ? `item(${name})` : name);
    }
    for (const { by, from } of seen.derivations) {
      const [owner] = from;
      if (owner && CONTENTS.has(by)) this.#read.add(this.#nameOf(owner));
    }
  }

  /** A name that all items of a list share. */
  #nameOf(value: Value): string {
    const derivation = this.seen.derivationOf(value);
    const [list] = derivation?.from ?? [];
    if (derivation?.by === '=' && list) return this.#nameOf(list);
    return derivation && list && isItem(derivation.by) ? `item(${this.#nameOf(list)})` : textOf(value);
  }

  /** Whether a value is a string of digits to which `+ 1` has appended a digit: `'41' + 1` is `'411'`. */
  isAppendedTo(value: Value): boolean {
    const derivation = this.seen.derivationOf(value);
    if (!derivation) return false;
    const [first, second, ...rest] = derivation.from;
    if (!first) return false;
    if (TO_STRING.has(derivation.by)) return second === undefined && this.isAppendedTo(first);
    return (
      derivation.by === '+' &&
      rest.length === 0 &&
      second?.kind === 'literal' &&
      typeof second.value === 'number' &&
      this.#isDigits(first)
    );
  }

  /** Whether a value is the offset of a record of the client itself, unconverted: a program's own records may have numbers. */
  #isDigits(value: Value): boolean {
    const derivation = this.seen.derivationOf(value);
    const [owner] = derivation?.from ?? [];
    if (!derivation || !owner) return false;
    if (BATCH_OFFSETS.has(derivation.by)) return owner.kind === 'unknown';
    return derivation.by === '.offset' && (this.#typed.has(this.#nameOf(owner)) || this.#isHandedOver(owner));
  }

  has(value: Value): boolean {
    if (value.kind !== 'unknown') return false;
    return this.#read.has(this.#nameOf(value)) || this.#isHandedOver(value);
  }

  /** The offsets of the objects that a value may be which is an item of a list. */
  #madeOf(value: Value): readonly Value[] {
    const derivation = this.seen.derivationOf(value);
    const [list] = derivation && isItem(derivation.by) ? derivation.from : [];
    return (list ? this.itemsOf(list) : []).flatMap((item) =>
      item.kind === 'object' ? (item.fields.get('offset') ?? []) : [],
    );
  }

  /** Whether a value is a record by the way in which a client hands records over. */
  #isHandedOver(value: Value): boolean {
    const derivation = this.seen.derivationOf(value);
    if (!derivation) return false;
    if (derivation.by === '=') return derivation.from.some((same) => this.#isHandedOver(same));
    if (derivation.by === '.message' || derivation.by === 'record') return true;
    const [list] = derivation.from;
    if (!isItem(derivation.by) || list === undefined) return false;
    return (
      this.seen.derivationOf(list)?.by === '.messages' ||
      this.itemsOf(list).some((item) => item.key !== value.key && this.has(item))
    );
  }

  /** The items of a list, those that other functions put into it, and those of one that a program has made of others. */
  itemsOf(value: Value): readonly Value[] {
    if (value.kind === 'list')
      return value.home === undefined ? value.items : [...value.items, ...this.seen.putInto(value.home)];
    const derivation = this.seen.derivationOf(value);
    const [made] = derivation?.by === 'items' ? derivation.from : [];
    return made?.kind === 'list' ? this.itemsOf(made) : [];
  }

  /** Whether the greatest of some values is a record's offset: of the others each is one, or where a loop begins to count. */
  #isGreatestOf(values: readonly Value[]): boolean {
    const parts = values.flatMap((value) =>
      value.kind === 'list'
        ? this.itemsOf(value)
        : value.kind === 'unknown' && value.joins
          ? value.joins
          : [value],
    );
    const rest = parts.filter(
      (part) => part.kind !== 'literal' && this.seen.derivationOf(part)?.by !== 'Math.max',
    );
    return rest.length > 0 && rest.every((part) => this.isOwnOffset(part));
  }

  /** Whether a value is a record's offset as it was read. */
  isOwnOffset(value: Value): boolean {
    if (value.kind === 'unknown' && value.joins?.some((one) => this.isOwnOffset(one)) === true) return true;
    const derivation = this.seen.derivationOf(value);
    if (!derivation) return false;
    const { by, from } = derivation;
    const [first, ...rest] = from;
    if (!first) return false;
    if (by === '.offset')
      return this.has(first) || this.#madeOf(first).some((made) => this.isOwnOffset(made));
    if (isItem(by)) return this.itemsOf(first).some((item) => this.isOwnOffset(item));
    if (by === '.lastOffset()') return first.kind === 'unknown' && rest.length === 0;
    if (by === '+')
      return isEmptyText(rest[0])
        ? this.isOwnOffset(first)
        : isEmptyText(first) && rest[0] !== undefined && this.isOwnOffset(rest[0]);
    if (by === 'Math.max') return this.#isGreatestOf(from);
    if (by === '`' && rest.length > 0) return false;
    return CONVERSIONS.has(by) && this.isOwnOffset(first);
  }
}
