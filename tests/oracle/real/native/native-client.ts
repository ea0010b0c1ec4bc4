import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The folder into which `npm run prove:native` has built the clients. */
function scratchFolder(): string {
  const folder = process.env['NATIVE_CLIENTS'];
  if (folder === undefined)
    throw new Error('Run these tests with npm run prove:native, which builds the clients.');
  return folder;
}

/**
 * Loads a client with its native part, and has the mock cluster come from the library that the client was built with: two copies of
 * it do not live in one process. Throws where the client was not built.
 */
export function nativeClient(name: string): unknown {
  const folder = path.join(scratchFolder(), name);
  const library = path.join(folder, 'node_modules', name, 'build', 'deps', 'librdkafka.so.1');
  if (existsSync(library)) process.env['LIBRDKAFKA'] = library;
  return createRequire(path.join(folder, 'package.json'))(name);
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
