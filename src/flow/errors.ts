import type { TSESTree } from '@typescript-eslint/utils';
import {
  isFlag,
  profileOf,
  type CallStyle,
  type ClientId,
  type ClientProfile,
  type ErrorLayer,
  type ErrorVariant,
} from '../clients/index.js';
import {
  categoryOf,
  isCanonicalName,
  isRowId,
  rowByProtocolCode,
  rowByProtocolName,
  rowOf,
  supersOf,
  type Category,
  type Operation,
  type RowId,
} from '../taxonomy/index.js';
import { isDeclared } from './declared-errors.js';
import type { State } from './state.js';

/** What an error means for the transaction and the producer. `before-send`: back-pressure, nothing was sent. */
export type Effect = 'retriable' | 'abortable' | 'recoverable' | 'configuration' | 'before-send';

const effectOfCategory: Readonly<Record<Category, Effect>> = {
  'producer-retriable': 'retriable',
  'producer-refresh-retriable': 'retriable',
  'producer-abortable': 'abortable',
  'application-recoverable': 'recoverable',
  'invalid-configuration': 'configuration',
};

/** The variants of an operation's errors, and the bits of those with the same effect. */
export interface VariantTable {
  readonly client: ClientId;
  readonly operation: Operation;
  readonly variants: readonly ErrorVariant[];
  readonly groups: readonly { readonly effect: Effect; readonly mask: bigint }[];
  /** The variants that belong to a row or are unknown, without the client's own state errors. */
  readonly raised: bigint;
  readonly all: bigint;
  /** The rows of masks that were asked for. */
  readonly rows: Map<bigint, ReadonlySet<RowId | 'unknown'>>;
}

/**
 * Of variants that no program can tell apart, those of KIP-1050's own rows: what the KIP does not list is handled as the listed
 * error that looks the same.
 */
function distinguishable(variants: readonly ErrorVariant[]): readonly ErrorVariant[] {
  const listed = new Set<string>();
  const looks = (v: ErrorVariant): string => JSON.stringify([v.layers, v.inner]);
  const isListed = (v: ErrorVariant): boolean =>
    v.row !== 'local' && v.row !== 'unknown' && rowOf(v.row).inKip;
  for (const variant of variants) if (isListed(variant)) listed.add(looks(variant));
  return variants.filter(
    (v) => v.row === 'unknown' || v.row === 'local' || isListed(v) || !listed.has(looks(v)),
  );
}

/** The category that an error is handled by: the client's own word for it, or the row's. */
export const categoryOfVariant = (
  profile: ClientProfile,
  variant: ErrorVariant,
  operation: Operation,
): Category =>
  profile.flagged?.(variant) ?? categoryOf(variant.row === 'local' ? 'unknown' : variant.row, operation);

const tables = new Map<string, VariantTable>();

/** The variants of an operation's errors in a client. */
export function variantTable(client: ClientId, operation: Operation, style: CallStyle): VariantTable {
  const key = `${client} ${operation} ${style}`;
  let table = tables.get(key);
  if (table) return table;
  const profile = profileOf(client);
  const variants = distinguishable(profile.variantsOf(operation, style));
  const masks = new Map<Effect, bigint>();
  let raised = 0n;
  for (const [index, variant] of variants.entries()) {
    const bit = 1n << BigInt(index);
    if (variant.row !== 'local') raised |= bit;
    const effect = variant.beforeSend
      ? 'before-send'
      : effectOfCategory[categoryOfVariant(profile, variant, operation)];
    masks.set(effect, (masks.get(effect) ?? 0n) | bit);
  }
  table = {
    client,
    operation,
    variants,
    groups: [...masks].map(([effect, mask]) => ({ effect, mask })),
    raised,
    all: (1n << BigInt(variants.length)) - 1n,
    rows: new Map(),
  };
  tables.set(key, table);
  return table;
}

/** An error in the analysis: which operation raised it. An application's own error has no table. */
export interface ErrorSource {
  readonly id: string;
  readonly node: TSESTree.Node;
  readonly table: VariantTable | undefined;
  readonly transaction: string | undefined;
  readonly producer: string | undefined;
}

/** The variants of a table that a mask selects. */
export const variantsIn = (table: VariantTable, mask: bigint): readonly ErrorVariant[] =>
  table.variants.filter((_, index) => (mask & (1n << BigInt(index))) !== 0n);

/** The rows of the variants that a mask selects, without the client's own state errors. */
export function rowsIn(table: VariantTable, mask: bigint): ReadonlySet<RowId | 'unknown'> {
  const selected = mask & table.raised;
  let rows = table.rows.get(selected);
  if (!rows) {
    rows = new Set(variantsIn(table, selected).map(({ row }) => row as RowId | 'unknown'));
    table.rows.set(selected, rows);
  }
  return rows;
}

/** The effects of the rows that a mask selects. */
export function effectsIn(table: VariantTable, mask: bigint): ReadonlySet<Effect> {
  return new Set(table.groups.filter((g) => (g.mask & mask & table.raised) !== 0n).map((g) => g.effect));
}

/** Whether a mask selects a row with that effect. */
export const hasEffect = (table: VariantTable, mask: bigint, effect: Effect): boolean =>
  (maskOf(table, effect) & mask & table.raised) !== 0n;

/** The bits of an effect. */
export const maskOf = (table: VariantTable, effect: Effect): bigint =>
  table.groups.find((g) => g.effect === effect)?.mask ?? 0n;

/** The part of a variant that a layer number names: -1 is any of the errors inside. */
const layersAt = (variant: ErrorVariant, layer: number): readonly ErrorLayer[] => {
  if (layer < 0) return variant.inner ?? [];
  const found = variant.layers[layer];
  return found ? [found] : [];
};

/** Whether a variant has a cause at that layer. */
export const hasLayer = (variant: ErrorVariant, layer: number): boolean =>
  layersAt(variant, layer).length > 0;

export const fieldIn = (
  variant: ErrorVariant,
  layer: number,
  name: string,
): string | number | boolean | undefined => layersAt(variant, layer)[0]?.fields[name];

const fieldNames = new WeakMap<VariantTable, ReadonlySet<string>>();
/** Whether some error of a table has a field of that name. */
export function hasField(table: VariantTable, name: string): boolean {
  let names = fieldNames.get(table);
  if (!names) {
    const layers = table.variants.flatMap((variant) => variant.layers);
    fieldNames.set(table, (names = new Set(layers.flatMap(({ fields }) => Object.keys(fields)))));
  }
  return names.has(name);
}

const canonicalNamesOf = (variant: ErrorVariant): readonly string[] =>
  variant.row === 'unknown' || variant.row === 'local' ? [] : [variant.row, ...supersOf(variant.row)];

/** Whether the error's field has the value. Canonical names of KIP-1050 are understood with every client. */
export function fieldIs(variant: ErrorVariant, layer: number, name: string, value: unknown): boolean {
  if (layersAt(variant, layer).some((l) => l.fields[name] === value)) return true;
  if (isDeclared(variant, name, value)) return true;
  return (
    typeof value === 'string' &&
    (name === 'name' || name === 'type' || name === 'code') &&
    isCanonicalName(value) &&
    canonicalNamesOf(variant)[0] === value
  );
}

/** Whether the error is an instance of a class of that name. */
export function isInstance(variant: ErrorVariant, layer: number, name: string): boolean {
  if (
    layersAt(variant, layer).some((l) => l.classes.includes(name)) ||
    isDeclared(variant, 'instanceof', name)
  )
    return true;
  return isCanonicalName(name) && canonicalNamesOf(variant).includes(name);
}

/** What `error.findBy(name, value)` finds: the error itself or one inside. */
export const findsBy = (variant: ErrorVariant, layer: number, name: string, value: unknown): boolean =>
  fieldIs(variant, layer, name, value) || fieldIs(variant, -1, name, value);

/** Whether a spelling in an error test stands for abortable errors alone. */
export function namesAbortable(spelling: string | number): boolean {
  const row =
    typeof spelling === 'number'
      ? rowByProtocolCode(spelling)?.id
      : isRowId(spelling)
        ? spelling
        : rowByProtocolName(spelling.replace(/^ERR_/, ''))?.id;
  return row !== undefined && categoryOf(row, 'abort') === 'producer-abortable';
}

/** What programs call flags of Kafka's errors, rightly or not. */
const FLAG_LIKE = /^(?:is)?(?:retr[iy]able|fatal|abortable|fenced|txnrequiresabort)$/i;
/** The errors of each library have names of their own, and kafkajs has those of the protocol as `type`. */
const NAME_LIKE = /^(?:KafkaJS|PLT_KFK_|ERR__)/;
const TYPE_LIKE = /^[A-Z]+(?:_[A-Z]+)+$/;
/** Below it are the codes of gRPC, above it, up to those of HTTP, hardly anything but the codes of Kafka's protocol. */
const FIRST_TELLING_CODE = 40;
/** librdkafka's own codes are below it. */
const LAST_LOCAL_CODE = -100;

/** Whether an error test can be meant for Kafka's errors alone, by the field that it reads and what it compares that with. */
export function speaksOfKafka(property: string, spelling: string, isConstant: boolean): boolean {
  const code = Number(spelling);
  return (
    isConstant ||
    property === 'instanceof' ||
    isFlag(property) ||
    FLAG_LIKE.test(property) ||
    isCanonicalName(spelling) ||
    rowByProtocolName(spelling.replace(/^ERR_/, '')) !== undefined ||
    NAME_LIKE.test(spelling) ||
    (property === 'type' && TYPE_LIKE.test(spelling)) ||
    code <= LAST_LOCAL_CODE ||
    (code >= FIRST_TELLING_CODE && rowByProtocolCode(code) !== undefined)
  );
}

/** The name of a comparison of an error's field with a constant. */
export const testOf = (field: { layer: number; name: string }, value: unknown): string =>
  `${field.layer}.${field.name}=${typeof value}:${String(value)}`;

/** What a test answers for each variant of a table: the bits for which it can be true, and those for which it can be false. */
interface Answers {
  readonly yes: bigint;
  readonly no: bigint;
}
const answers = new WeakMap<VariantTable, Map<string, Answers>>();

/** The states in which a test of an error is true and false. */
export interface Split {
  readonly yes: State | undefined;
  readonly no: State | undefined;
  /** The variants of its table for which it can be true. */
  readonly could: bigint;
}

/**
 * Splits a state by a test of an error. `name` names the test; the same name must stand for the same test of the same client's
 * variants.
 */
export function splitBy(
  state: State,
  source: ErrorSource,
  name: string,
  test: (variant: ErrorVariant) => boolean | undefined,
): Split {
  const fact = state.fact('error', source.id);
  if (!source.table || !fact) return { yes: state, no: state, could: 0n };
  let known = answers.get(source.table);
  if (!known) answers.set(source.table, (known = new Map<string, Answers>()));
  let answer = known.get(name);
  if (!answer) {
    let yes = 0n;
    let no = 0n;
    for (const [index, variant] of source.table.variants.entries()) {
      const bit = 1n << BigInt(index);
      const result = test(variant);
      if (result !== false) yes |= bit;
      if (result !== true) no |= bit;
    }
    known.set(name, (answer = { yes, no }));
  }
  const narrowed = (mask: bigint): State | undefined =>
    mask === 0n ? undefined : mask === fact.mask ? state : state.withFact(source.id, { ...fact, mask });
  return {
    yes: narrowed(fact.mask & answer.yes),
    no: narrowed(fact.mask & answer.no),
    could: answer.yes,
  };
}
