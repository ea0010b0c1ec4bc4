import type { ErrorLayer, ErrorVariant } from '../../src/clients/index.js';

/** Classes of an object, nearest first, up to and including `Error`. */
export function classesOf(error: object): string[] {
  const classes: string[] = [];
  for (
    let prototype: object | null = Object.getPrototypeOf(error) as object | null;
    prototype !== null && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    classes.push(prototype.constructor.name);
  }
  return classes;
}

const IGNORED = new Set(['message', 'stack', 'cause', 'errors']);

/** What a program reads off an error: names, numbers and truth values, without the message. */
export function fieldsOf(error: object): Record<string, string | number | boolean> {
  const { name } = error as Error;
  const own = Object.entries(Object.getOwnPropertyDescriptors(error))
    .filter(([key]) => !IGNORED.has(key))
    .map(([key, { value }]) => [key, value as unknown] as const)
    .filter((entry): entry is readonly [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]),
    );
  return { name, ...Object.fromEntries(own) };
}

/** The error and its causes. */
export function layersOf(error: unknown): ErrorLayer[] {
  const layers: ErrorLayer[] = [];
  for (let next = error; next instanceof Error; next = next.cause) {
    layers.push({ classes: classesOf(next), fields: fieldsOf(next) });
  }
  return layers;
}

/** The errors inside, at every depth. */
export function innerOf(error: unknown): ErrorLayer[] {
  const inside = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return inside.flatMap((one) => [...layersOf(one).slice(0, 1), ...innerOf(one)]);
}

function isLayer(expected: ErrorLayer, observed: ErrorLayer, open: readonly string[]): boolean {
  const names = new Set([...Object.keys(expected.fields), ...Object.keys(observed.fields)]);
  return (
    expected.classes.join() === observed.classes.join() &&
    [...names].every((name) => open.includes(name) || expected.fields[name] === observed.fields[name])
  );
}

/** Is the error what the variant says? An open variant is met by none: it says nothing. */
export function isVariant(variant: ErrorVariant, error: unknown): boolean {
  const open = variant.open ?? [];
  if (open.includes('*')) return false;
  const layers = layersOf(error);
  const inner = innerOf(error);
  const expected = variant.inner ?? [];
  return (
    layers.length === variant.layers.length &&
    layers.every((layer, index) => {
      const wanted = variant.layers[index];
      return wanted !== undefined && isLayer(wanted, layer, open);
    }) &&
    expected.every((wanted) => inner.some((layer) => isLayer(wanted, layer, open))) &&
    inner.every((layer) => expected.some((wanted) => isLayer(wanted, layer, open)))
  );
}

/** The rows as which the error may arrive. */
export function rowsOf(error: unknown, variants: readonly ErrorVariant[]): ErrorVariant['row'][] {
  return variants.filter((variant) => isVariant(variant, error)).map(({ row }) => row);
}

/** What a promise rejects with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It did not reject.');
}
