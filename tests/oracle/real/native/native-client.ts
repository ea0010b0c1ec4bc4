import { createRequire } from 'node:module';
import path from 'node:path';

/** The folder into which `npm run prove:native` has built the clients. */
function scratchFolder(): string {
  const folder = process.env['NATIVE_CLIENTS'];
  if (folder === undefined)
    throw new Error('Run these tests with npm run prove:native, which builds the clients.');
  return folder;
}

/** Loads a client with its native part. Throws where it was not built. */
export function nativeClient(name: string): unknown {
  return createRequire(path.join(scratchFolder(), 'package.json'))(name);
}

/** Gives each of the values to a call of `act`, so many at a time. */
export async function inParallel<T>(
  values: readonly T[],
  width: number,
  act: (value: T) => Promise<void>,
): Promise<void> {
  const waiting = [...values];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next);
    }),
  );
}
