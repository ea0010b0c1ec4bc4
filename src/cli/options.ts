import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './usage-error.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses a command's arguments. Throws a {@link UsageError} that names the argument where they are wrong. */
export function parsed<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's message ends with hints of its own.
    throw new UsageError(error.message.split('. ')[0] ?? error.message);
  }
}
