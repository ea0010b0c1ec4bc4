import manifest from '../../package.json' with { type: 'json' };
import { HELP } from './help.js';
import { mapCommand } from './map-command.js';
import { parsed } from './options.js';
import { taxonomyCommand } from './taxonomy-command.js';
import type { Surroundings } from './terminal-io.js';
import { UsageError } from './usage-error.js';

const COMMANDS: Readonly<
  Record<string, (args: readonly string[], around: Surroundings) => number | Promise<number>>
> = { map: mapCommand, taxonomy: taxonomyCommand };

/**
 * Runs the command line.
 *
 * @param args - The arguments behind the program's name.
 * @param around - Where to write, and where the files are.
 * @returns The exit code: 0 nothing wrong, 1 a cell is wrong, 2 called wrongly or a file could not be read.
 */
export async function run(args: readonly string[], around: Surroundings): Promise<number> {
  const [first, ...rest] = args;
  try {
    const command = first !== undefined && Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
    if (command) return await command(rest, around);
    if (first !== undefined && !first.startsWith('-'))
      throw new UsageError(`There is no command ${first}: there are ${Object.keys(COMMANDS).join(' and ')}.`);
    const { values } = parsed(args, {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    });
    if (values.version) around.stdout.write(`${manifest.version}\n`);
    else if (values.help) around.stdout.write(HELP);
    else {
      around.stderr.write(HELP);
      return 2;
    }
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    around.stderr.write(`kafka-transactions: ${error.message}\n`);
    const help = first !== undefined && Object.hasOwn(COMMANDS, first) ? `${first} --help` : '--help';
    around.stderr.write(`Try: kafka-transactions ${help}\n`);
    return 2;
  }
}
