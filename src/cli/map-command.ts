import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { SCHEMA_VERSION, type HandlingMap } from '../map/handling-map.js';
import { htmlPage } from '../map/html.js';
import { markdownText } from '../map/markdown.js';
import { totalsOf } from '../map/phrases.js';
import { terminalText } from '../map/terminal.js';
import { MAP_HELP } from './help.js';
import { mappedFiles } from './mapped-files.js';
import { parsed } from './options.js';
import { painter, wantsColor, widthOf, type Surroundings } from './terminal-io.js';
import { UsageError } from './usage-error.js';

const OPTIONS = {
  rows: { type: 'boolean' },
  json: { type: 'boolean' },
  markdown: { type: 'boolean' },
  html: { type: 'boolean' },
  output: { type: 'string', short: 'o' },
  config: { type: 'string', short: 'c' },
  color: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `kafka-transactions map`: gives the exit code. */
export async function mapCommand(args: readonly string[], around: Surroundings): Promise<number> {
  const { values, positionals } = parsed(args, OPTIONS);
  if (values.help) {
    around.stdout.write(MAP_HELP);
    return 0;
  }
  const forms = (['json', 'markdown', 'html'] as const).filter((form) => values[form]);
  if (forms.length > 1) throw new UsageError(`Only one of --${forms.join(' and --')} can be had at a time.`);
  if (positionals.length === 0) throw new UsageError('No files given: name files, folders or globs.');
  const progress = progressOn(around);
  const { maps, faults } = await mappedFiles(positionals, {
    cwd: around.cwd,
    config: values.config,
    onFile: progress.file,
  }).finally(progress.end);
  const rows = values.rows ?? false;
  const text = {
    json: () => jsonText(maps),
    markdown: () => markdownText(maps, { rows }),
    html: () => htmlPage(maps, { rows }),
    terminal: () =>
      terminalText(maps, {
        rows,
        width: widthOf(around),
        paint: painter(values.output === undefined && wantsColor(values.color, around)),
      }),
  }[forms[0] ?? 'terminal']();
  if (values.output === undefined) around.stdout.write(text);
  else write(resolve(around.cwd, values.output), text);
  for (const { message } of faults) around.stderr.write(`${message}\n`);
  if (faults.length > 0) return 2;
  return totalsOf(maps).cells.wrong > 0 ? 1 : 0;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const jsonText = (maps: readonly HandlingMap[]): string =>
  `${JSON.stringify({ schema: SCHEMA_VERSION, version: manifest.version, totals: totalsOf(maps), files: maps }, null, 2)}\n`;

/** How many files it takes before a terminal is told which one it is. */
const MANY = 5;

/** Tells a terminal which file is being mapped, on one line that is taken away at the end. */
function progressOn({ stderr }: Surroundings): { file: (file: string) => void; end: () => void } {
  if (stderr.isTTY !== true) return { file: () => undefined, end: () => undefined };
  let count = 0;
  const line = (text: string): void => {
    stderr.write(`\r\u001B[K${text.slice(0, (stderr.columns ?? 80) - 1)}`);
  };
  return {
    file: (file) => {
      if (++count >= MANY) line(`${count} files, ${file}`);
    },
    end: () => {
      if (count >= MANY) line('');
    },
  };
}
