import type { Operation, RowId } from '../taxonomy/index.js';
import { OPERATIONS } from '../taxonomy/index.js';
import { profileOf } from './index.js';
import type { CallStyle, ClientId, ErrorLayer } from './profile.js';

/** One form in which an error reaches a program: the error itself, its causes, and the errors inside of it. */
export interface Appearance {
  /** The error first, then what its `.cause` chain holds. */
  readonly layers: readonly ErrorLayer[];
  /** What `.errors` holds. */
  readonly inner: readonly ErrorLayer[];
}

/** The forms of an error after some operations. */
export interface Appearances {
  readonly operations: readonly Operation[];
  readonly forms: readonly Appearance[];
}

const STYLES: readonly CallStyle[] = ['promise', 'callback', 'sync'];

/**
 * How a row's error reaches a program after each operation of a client. Source: the client's profile.
 *
 * @param row - The row.
 * @param client - The client.
 * @returns The forms, for the operations that have them in common together; nothing where the error never occurs.
 */
export function appearancesOf(row: RowId, client: ClientId): readonly Appearances[] {
  const groups = new Map<string, { operations: Operation[]; forms: readonly Appearance[] }>();
  for (const operation of OPERATIONS) {
    const forms = new Map<string, Appearance>();
    for (const style of STYLES) {
      for (const variant of profileOf(client).variantsOf(operation, style)) {
        if (variant.row !== row) continue;
        const { layers, inner = [] } = variant;
        forms.set(JSON.stringify([layers, inner]), { layers, inner });
      }
    }
    if (forms.size === 0) continue;
    const key = [...forms.keys()].sort().join();
    const known = groups.get(key);
    if (known) known.operations.push(operation);
    else groups.set(key, { operations: [operation], forms: [...forms.values()] });
  }
  return [...groups.values()];
}
