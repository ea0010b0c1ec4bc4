// Measures what the typed preset adds to typed linting: the same project is linted by one rule of typescript-eslint that needs
// types, alone and together with the preset. Each run is a process of its own, since a type checker keeps what it has
// learnt; the two take turns, and it is the processor's time that counts, so that what else the machine does falls on neither.

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { builtPlugin, root } from '../built-plugin.mjs';
import { median, table } from '../table.mjs';

const RUNS = 9;

/** Each project: how many files it has, and how many of them work on transactions. */
const PROJECTS = /** @type {const} */ ([
  { name: 'A service: 5 of 100 files have transactions', files: 100, transactional: 5 },
  { name: 'Every one of 40 files has transactions', files: 40, transactional: 40 },
]);

const WRAPPER = `import { Kafka, type Producer, type Transaction } from 'kafkajs';

export type Tx = Transaction;

export class KafkaService {
  readonly producer: Producer = new Kafka({ brokers: ['localhost:9092'] }).producer({
    transactionalId: 'bench',
    idempotent: true,
    maxInFlightRequests: 1,
  });
  begin(): Promise<Transaction> {
    return this.producer.transaction();
  }
}
`;

/** @param {number} index */
const transactionalFile = (index) => `import type { KafkaService, Tx } from './kafka-service.js';

interface Entry {
  readonly key: string;
  readonly value: string;
}

export class Writer${index} {
  constructor(private readonly kafka: KafkaService) {}

  async write(entries: readonly Entry[]): Promise<number> {
    const tx = await this.kafka.begin();
    try {
      for (const entry of entries) await this.send(tx, entry);
    } catch (error) {
      await tx.abort().catch((abortError: unknown) => {
        console.warn('the abort failed, too', abortError);
      });
      throw error;
    }
    await tx.commit();
    return entries.length;
  }

  private async send(tx: Tx, { key, value }: Entry): Promise<void> {
    await tx.send({ topic: 'entries.${index}', messages: [{ key, value }] });
  }
}
${plainFile(index)}`;

/** @param {number} index */
function plainFile(index) {
  return `
interface Row${index} {
  readonly id: number;
  readonly name: string;
  readonly tags: readonly string[];
}

export class Repository${index} {
  readonly #rows = new Map<number, Row${index}>();

  async load(read: (path: string) => Promise<string>): Promise<number> {
    const rows = JSON.parse(await read('rows.${index}.json')) as Row${index}[];
    for (const row of rows) this.#rows.set(row.id, row);
    return this.#rows.size;
  }

  async save(write: (path: string, text: string) => Promise<void>): Promise<void> {
    try {
      await write('rows.${index}.json', JSON.stringify([...this.#rows.values()]));
    } catch (error) {
      throw new Error('the rows were not written', { cause: error });
    }
  }

  tagged(tag: string): Row${index}[] {
    return [...this.#rows.values()].filter((row) => row.tags.includes(tag));
  }

  byTag(): ReadonlyMap<string, readonly Row${index}[]> {
    const found = new Map<string, Row${index}[]>();
    for (const row of this.#rows.values()) {
      for (const tag of row.tags) found.set(tag, [...(found.get(tag) ?? []), row]);
    }
    return found;
  }
}
`;
}

/** @param {number} index */
const folderOf = (index) => join(root, '.cache', 'bench', String(index));

/** Writes a project below the repository, where the client's declarations are found. */
function write(/** @type {number} */ index) {
  const project = PROJECTS[index];
  const folder = folderOf(index);
  if (!project) throw new Error(`There is no project ${index}.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'kafka-service.ts'), WRAPPER);
  for (let file = 1; file < project.files; file += 1) {
    const text = file <= project.transactional ? transactionalFile(file) : plainFile(file);
    writeFileSync(join(folder, `file-${file}.ts`), text);
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        lib: ['es2023'],
        types: ['node'],
        module: 'nodenext',
        moduleResolution: 'nodenext',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
      },
    }),
  );
}

/**
 * Lints a project once and tells the milliseconds of processor time that took.
 *
 * @param {number} index
 * @param {boolean} withPreset
 */
async function run(index, withPreset) {
  const folder = folderOf(index);
  const plugin = await builtPlugin();
  const preset = plugin.configs['recommended-type-checked'] ?? [];
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts'],
        plugins: { '@typescript-eslint': /** @type {ESLint.Plugin} */ (tseslint.plugin) },
        languageOptions: {
          parser: /** @type {import('eslint').Linter.Parser} */ (tseslint.parser),
          parserOptions: { projectService: true, tsconfigRootDir: folder },
        },
        rules: { '@typescript-eslint/await-thenable': 'error' },
      },
      ...(withPreset ? [preset].flat() : []),
    ],
  });
  const start = process.cpuUsage();
  const results = await eslint.lintFiles(['**/*.ts']);
  const { user, system } = process.cpuUsage(start);
  const reports = results.flatMap(({ messages }) => messages);
  if (reports.length > 0) throw new Error(`The project is not clean: ${reports[0]?.message}`);
  process.stdout.write(String((user + system) / 1000));
}

/**
 * The milliseconds of one run in a process of its own.
 *
 * @param {number} index
 * @param {boolean} withPreset
 */
function timed(index, withPreset) {
  const child = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), String(index), withPreset ? 'with' : 'without'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const time = Number(child.stdout);
  if (child.status !== 0 || !(time > 0)) throw new Error('A run failed.');
  return time;
}

/** Measures every project and prints the table. */
export async function benchTyped() {
  await builtPlugin();
  const rows = [];
  for (const [index, { name }] of PROJECTS.entries()) {
    write(index);
    /** @type {number[]} */
    const alone = [];
    /** @type {number[]} */
    const together = [];
    timed(index, true);
    for (let turn = 0; turn < RUNS; turn += 1) {
      alone.push(timed(index, false));
      together.push(timed(index, true));
    }
    const added = median(together) - median(alone);
    rows.push([
      name,
      median(alone).toFixed(0),
      median(together).toFixed(0),
      `${((100 * added) / median(alone)).toFixed(1)} %`,
    ]);
  }
  return `${table(['Typed linting', 'One typed rule (ms)', 'And the typed preset (ms)', 'Added'], rows)}
Median of ${RUNS} processes each, in turns.
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await run(Number(process.argv[2]), process.argv[3] === 'with');
}
