import type { ErrorLayer, ErrorVariant } from './profile.js';

/** Superclass by class, up to `Error`. */
export type SuperClasses = Readonly<Record<string, string>>;

/** Every class with its chain, nearest first, ending in `Error`. */
export function chainsOf(supers: SuperClasses): Readonly<Record<string, readonly string[]>> {
  const chainOf = (name: string): readonly string[] => {
    const above = supers[name];
    return above === undefined ? [name] : [name, ...chainOf(above)];
  };
  return Object.fromEntries(Object.keys(supers).map((name) => [name, chainOf(name)]));
}

/** An error that no client class stands for: anything may be in it. */
export const ANY_ERROR: ErrorLayer = { classes: ['Error'], fields: {} };

/** The variant of an error that no row names and of which nothing is known. */
export const UNKNOWN_VARIANT: ErrorVariant = { row: 'unknown', layers: [ANY_ERROR], open: ['*'] };

/** A mistake of the program itself, as JavaScript reports it. */
export const TYPE_ERROR: ErrorLayer = { classes: ['TypeError', 'Error'], fields: { name: 'TypeError' } };

/** Keeps one of several variants that a program cannot tell apart and that belong to the same row. */
export function withoutDoubles(variants: readonly ErrorVariant[]): readonly ErrorVariant[] {
  const seen = new Map<string, ErrorVariant>();
  for (const variant of variants) {
    const key = JSON.stringify(variant);
    if (!seen.has(key)) seen.set(key, variant);
  }
  return [...seen.values()];
}

/** Computes a value for a key at the first call with it. */
export function onceByKey<K, V>(compute: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    values.set(key, value);
    return value;
  };
}
