import { stripVTControlCharacters } from 'node:util';
import { run } from '../../src/cli/run.js';

/** What a command wrote, and how it ended. */
export interface Invoked {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A terminal, or a pipe where nothing is said. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the command line in a folder. */
export async function invoked(
  args: readonly string[],
  cwd: string,
  { isTTY = false, columns, env = {} }: Terminal = {},
): Promise<Invoked> {
  const written = { out: '', err: '' };
  const output = (to: 'out' | 'err') => ({
    isTTY,
    columns,
    write: (text: string) => {
      written[to] += text;
    },
  });
  const code = await run(args, { stdout: output('out'), stderr: output('err'), cwd, env });
  return { code, ...written };
}

/** Text without its colours. */
export const plain = stripVTControlCharacters;
