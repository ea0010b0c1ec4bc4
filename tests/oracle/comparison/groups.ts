import type { CallStyle, ClientId, ErrorVariant } from '../../../src/clients/index.js';
import { variantTable } from '../../../src/flow/errors.js';
import type { Operation } from '../../../src/taxonomy/index.js';
import { errorOf } from '../fakes/error-of.js';
import { effectOf, type Effect } from '../invariants.js';

/** Errors of an operation that a program cannot tell apart and that mean the same, and one of them. */
export interface Group {
  readonly operation: Operation;
  readonly variant: ErrorVariant;
  readonly rows: ReadonlySet<ErrorVariant['row']>;
}

const samples = new WeakMap<ErrorVariant, Error>();

/** An error of that kind, made once: to be looked at, not thrown. */
function sampleOf(client: ClientId, variant: ErrorVariant): Error {
  let error = samples.get(variant);
  if (!error) samples.set(variant, (error = errorOf(client, variant)));
  return error;
}

/** The groups of each operation. */
export type Groups = ReadonlyMap<Operation, readonly Group[]>;

/** The operations that a run makes fail. */
export const RAISING = [
  'init',
  'begin',
  'send',
  'sendOffsets',
  'commit',
  'abort',
] as const satisfies readonly Operation[];

/**
 * The errors of a client, put together where a program does not tell them apart.
 *
 * @param looks - What the program sees of an error, or meets after it: errors for which it gives the same are alike to the program.
 * @param isWithLocal - Those of the client's own state are among them, which come of something that the program does not show.
 */
export function groupsOf(
  client: ClientId,
  style: CallStyle,
  looks: (error: Error, variant: ErrorVariant, operation: Operation) => string,
  isWithLocal = false,
): Groups {
  const groups = new Map<Operation, Group[]>();
  for (const operation of RAISING) {
    const byKey = new Map<string, { variant: ErrorVariant; rows: Set<ErrorVariant['row']> }>();
    for (const variant of variantTable(client, operation, style).variants) {
      // Back-pressure comes of nothing but the program's own sends.
      if (variant.row === 'local' && !isWithLocal && variant.beforeSend !== true) continue;
      const key = [
        effectOf(client, operation, variant),
        ['local', 'unknown'].indexOf(variant.row),
        looks(sampleOf(client, variant), variant, operation),
      ].join();
      const known = byKey.get(key);
      if (known) known.rows.add(variant.row);
      else byKey.set(key, { variant, rows: new Set([variant.row]) });
    }
    groups.set(
      operation,
      [...byKey.values()].map((group) => ({ operation, ...group })),
    );
  }
  return groups;
}

/** Groups of errors that mean the same, whatever the program makes of them. */
export function byEffect(client: ClientId, groups: Groups): Groups {
  return new Map(
    [...groups].map(([operation, all]) => {
      const merged = new Map<Effect, Group & { rows: Set<ErrorVariant['row']> }>();
      for (const { variant, rows } of all) {
        const effect = effectOf(client, operation, variant);
        const known = merged.get(effect);
        if (known) for (const row of rows) known.rows.add(row);
        else merged.set(effect, { operation, variant: { ...variant }, rows: new Set(rows) });
      }
      return [operation, [...merged.values()]] as const;
    }),
  );
}
