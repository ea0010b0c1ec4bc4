import { isRowId, OPERATIONS, type Operation, type RowId } from '../taxonomy/index.js';
import { onceByKey } from './error-shapes.js';
import { confluent } from './confluent.js';
import { kafkajs } from './kafkajs.js';
import { platformatic } from './platformatic.js';
import type {
  ApiType,
  CallStyle,
  ClientId,
  ClientProfile,
  ErrorVariant,
  ModuleShape,
  TypeName,
} from './profile.js';
import { rdkafka } from './rdkafka.js';

export type * from './profile.js';

/** Every client, the most used first. */
export const profiles: readonly ClientProfile[] = [kafkajs, confluent, rdkafka, platformatic];

const BY_ID: ReadonlyMap<string, ClientProfile> = new Map(profiles.map((profile) => [profile.id, profile]));

/** The profile of a client. */
export function profileOf(id: ClientId): ClientProfile {
  const profile = BY_ID.get(id);
  if (profile === undefined) throw new Error(`No profile ${id}`);
  return profile;
}

/** A module of a client, and what it exports. */
export interface ClientModule {
  readonly client: ClientId;
  readonly shape: ModuleShape;
}

const MODULES: ReadonlyMap<string, ClientModule> = new Map(
  profiles.flatMap(({ id, modules }) =>
    Object.entries(modules).map(([specifier, shape]) => [specifier, { client: id, shape }] as const),
  ),
);

/** What a module specifier stands for; undefined for modules of no client. */
export function moduleShapeOf(specifier: string): ClientModule | undefined {
  return MODULES.get(specifier) ?? MODULES.get(packageOf(specifier));
}

/** The package that a specifier of Deno names, which has a registry and maybe a version with it: `npm:kafkajs@2.2.4`. */
const packageOf = (specifier: string): string =>
  specifier.replace(/^npm:\/?(@[^/]+\/[^@/]+|[^@/]+)(?:@[^/]+)?/, '$1');

const NOTHING_KNOWN: ApiType = { kind: 'other', members: {} };

/** The client and the name in its own profile that a type name stands for: `kafkajs:producer` is another profile's. */
export function resolveTypeName(client: ClientId, name: TypeName): { client: ClientId; name: TypeName } {
  const colon = name.indexOf(':');
  const owner = colon < 0 ? undefined : BY_ID.get(name.slice(0, colon));
  return owner === undefined ? { client, name } : { client: owner.id, name: name.slice(colon + 1) };
}

/** The type of that name, seen from a client's profile; one without members where the profile says nothing. */
export function typeOf(client: ClientId, name: TypeName): ApiType {
  const resolved = resolveTypeName(client, name);
  return profileOf(resolved.client).types[resolved.name] ?? NOTHING_KNOWN;
}

const isTransactional = ({ kind }: ApiType): boolean => kind === 'producer' || kind === 'transaction';

/**
 * What a method that a client's producer or transaction does not have does in another client that has it there; undefined
 * for a method that the type has, and for names of no client.
 */
export function foreignOperationOf(client: ClientId, type: TypeName, method: string): Operation | undefined {
  const own = typeOf(client, type);
  if (!isTransactional(own) || own.members[method]?.is === 'method') return undefined;
  for (const profile of profiles) {
    for (const other of Object.values(profile.types)) {
      const found = isTransactional(other) ? other.members[method] : undefined;
      if (found?.is === 'method' && found.operation !== undefined) return found.operation;
    }
  }
  return undefined;
}

/** The methods of a client's producer and of its transactions that do an operation. */
export function methodsOf(
  client: ClientId,
  operation: Operation,
): readonly { readonly on: 'producer' | 'transaction'; readonly name: string }[] {
  return Object.values(profileOf(client).types).flatMap(({ kind, members }) =>
    kind === 'producer' || kind === 'transaction'
      ? Object.entries(members).flatMap(([name, member]) =>
          member.is === 'method' && member.operation === operation ? [{ on: kind, name }] : [],
        )
      : [],
  );
}

/** How a row shows up in a client's errors, over all operations. */
export interface Spellings {
  /** The nearest classes of the errors and of their causes. */
  readonly classes: readonly string[];
  readonly names: readonly string[];
  /** Values of `.type`: kafkajs and the Confluent KafkaJS API. */
  readonly types: readonly (string | number)[];
  /** Values of `.code`. */
  readonly codes: readonly (string | number)[];
  /** Values of `.apiId`: Platformatic. */
  readonly apiIds: readonly string[];
}

const STYLES: readonly CallStyle[] = ['promise', 'callback', 'sync'];

function everyVariant(client: ClientId): readonly ErrorVariant[] {
  const profile = profileOf(client);
  return OPERATIONS.flatMap((operation) => STYLES.flatMap((style) => profile.variantsOf(operation, style)));
}

const variantsByRow = onceByKey((client: ClientId): ReadonlyMap<ErrorVariant['row'], ErrorVariant[]> => {
  const byRow = new Map<ErrorVariant['row'], ErrorVariant[]>();
  for (const variant of everyVariant(client)) {
    byRow.set(variant.row, [...(byRow.get(variant.row) ?? []), variant]);
  }
  return byRow;
});

/**
 * How a row shows up in a client. Source: the profile's variants, so that a spelling that is not among them never occurs
 * there.
 */
export function spellingsOf(row: RowId, client: ClientId): Spellings {
  const layers = (variantsByRow(client).get(row) ?? []).flatMap((variant) => [
    ...variant.layers,
    ...(variant.inner ?? []),
  ]);
  const valuesOf = (field: string) => [
    ...new Set(layers.map(({ fields }) => fields[field]).filter((value) => value !== undefined)),
  ];
  const isText = (value: unknown): value is string => typeof value === 'string';
  const isSpelling = (value: unknown): value is string | number => isText(value) || typeof value === 'number';
  return {
    classes: [...new Set(layers.flatMap(({ classes: [nearest] }) => nearest ?? []))],
    names: valuesOf('name').filter(isText),
    types: valuesOf('type').filter(isSpelling),
    codes: valuesOf('code').filter(isSpelling),
    apiIds: valuesOf('apiId').filter(isText),
  };
}

/** The rows of which some error of the client, or a cause of it, has that value in that field. */
export function rowsSpelled(
  client: ClientId,
  field: string,
  value: string | number | boolean,
): readonly RowId[] {
  return [...variantsByRow(client)]
    .filter(([, variants]) =>
      variants.some((variant) =>
        [...variant.layers, ...(variant.inner ?? [])].some(({ fields }) => fields[field] === value),
      ),
    )
    .map(([row]) => row)
    .filter(isRowId);
}

/** Does no error of the client, of whatever row, ever have that value in that field? */
export function neverOccurs(client: ClientId, field: string, value: string | number | boolean): boolean {
  return ![...variantsByRow(client).values()]
    .flat()
    .some(
      (variant) =>
        variant.open?.includes(field) === true ||
        [...variant.layers, ...(variant.inner ?? [])].some(({ fields }) => fields[field] === value),
    );
}

/** The fields of which some error of some client is true or false: its flags. */
const flags = onceByKey(
  (client: ClientId): ReadonlySet<string> =>
    new Set([
      ...profileOf(client).behaviour.alwaysFalse,
      ...everyVariant(client).flatMap(({ layers }) =>
        layers.flatMap(({ fields }) =>
          Object.entries(fields).flatMap(([name, value]) => (typeof value === 'boolean' ? [name] : [])),
        ),
      ),
    ]),
);

/** Whether a field is a flag of some client's errors, so that nobody asks an error for it that has nothing to do with Kafka. */
export const isFlag = (field: string): boolean => profiles.some(({ id }) => flags(id).has(field));
