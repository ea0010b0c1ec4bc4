import {
  isCanonicalName,
  rowByProtocolCode,
  rowByProtocolName,
  rows,
  rowsUnder,
  type RowId,
} from '../taxonomy/index.js';
import { profiles, spellingsOf } from './index.js';
import type { ClientId } from './profile.js';

/** What a name or number of an error stands for somewhere. */
export interface Called {
  readonly row: RowId;
  /** Where it is called that: in Java, in Kafka's protocol, or in a client and there in which field of the error. */
  readonly as: 'class' | 'base class' | 'protocol name' | 'protocol code' | ClientId;
  readonly field: string | undefined;
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The named constants of a client and their values (`ERR__TIMED_OUT` is -185). */
function constantsOf(client: ClientId): ReadonlyMap<string, string | number> {
  const types = Object.values(profiles.find((p) => p.id === client)?.types ?? {});
  return new Map(
    types.flatMap(({ members }) =>
      Object.values(members).flatMap((member) =>
        member.is === 'codes' ? Object.entries(member.values) : [],
      ),
    ),
  );
}

const FIELDS = {
  classes: 'class',
  names: 'name',
  types: 'type',
  codes: 'code',
  apiIds: 'apiId',
} as const;

/**
 * The rows that a text stands for: the name of a Java exception, a name or code of Kafka's protocol, or a client's own spelling
 * (a class, a type, a code or its constant's name). Case does not matter.
 *
 * @param text - The text; surrounding white space does not matter.
 * @returns The rows, in the table's order, each with where it is called so; nothing where no one calls an error that.
 */
export function rowsCalled(text: string): readonly Called[] {
  const asked = text.trim();
  if (asked === '') return [];
  const found: Called[] = [];
  const canonical = canonicalNames().find((name) => sameName(name, asked));
  if (canonical !== undefined && isCanonicalName(canonical)) {
    const own = rows.find((row) => row.id === canonical);
    if (own) found.push({ row: own.id, as: 'class', field: undefined });
    else
      for (const { id } of rowsUnder(canonical)) found.push({ row: id, as: 'base class', field: undefined });
  }
  const named = rowByProtocolName(asked.toUpperCase());
  if (named) found.push({ row: named.id, as: 'protocol name', field: undefined });
  const number = /^-?\d+$/.test(asked) ? Number(asked) : undefined;
  const coded = number === undefined ? undefined : rowByProtocolCode(number);
  if (coded) found.push({ row: coded.id, as: 'protocol code', field: undefined });
  for (const { id: client } of profiles) {
    const constant = [...constantsOf(client)].find(([name]) => sameName(name, asked))?.[1];
    for (const { id: row } of rows) {
      const spellings = spellingsOf(row, client);
      for (const key of ['classes', 'names', 'types', 'codes', 'apiIds'] as const) {
        const values: readonly (string | number)[] = spellings[key];
        const isIt = values.some(
          (value) =>
            (typeof value === 'number' ? value === number : sameName(value, asked)) ||
            (constant !== undefined && value === constant),
        );
        if (isIt) found.push({ row, as: client, field: FIELDS[key] });
      }
    }
  }
  const order = rows.map((row) => row.id);
  return found.sort((a, b) => order.indexOf(a.row) - order.indexOf(b.row));
}

const canonicalNames = (): readonly string[] => [
  ...new Set(rows.flatMap((row) => [row.id, row.extends ?? row.id])),
];

/** Every name that {@link rowsCalled} knows. */
export function knownNames(): readonly string[] {
  const names = new Set<string>(canonicalNames());
  for (const { id, protocolName } of rows) {
    if (protocolName !== null) names.add(protocolName);
    for (const { id: client } of profiles) {
      const { classes, types, codes, apiIds } = spellingsOf(id, client);
      for (const value of [...classes, ...types, ...codes, ...apiIds])
        if (typeof value === 'string') names.add(value);
    }
  }
  for (const { id } of profiles)
    for (const name of constantsOf(id).keys()) if (rowsCalled(name).length > 0) names.add(name);
  // A number is close to other numbers by chance.
  return [...names].filter((name) => !/^-?\d+$/.test(name));
}
