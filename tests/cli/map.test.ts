import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoked, plain } from './invoked.js';

const root = path.resolve(import.meta.dirname, '../..');

const LOST = `import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(value) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 't', messages: [{ value }] });
  } catch (error) {
    await tx.abort();
    return;
  }
  await tx.commit();
}
`;
const FINE = LOST.replace(
  'await tx.abort();\n    return;',
  'await tx.abort().catch(console.warn);\n    throw error;',
);
const WRAPPED = LOST.replace("'kafkajs'", "'@acme/kafka'");
const TYPED = `${FINE}\nexport type Value = string;\n`;

let folder: string;
let bare: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'map-'));
  mkdirSync(path.join(folder, 'src/deep'), { recursive: true });
  writeFileSync(path.join(folder, 'src/lost.js'), LOST);
  writeFileSync(path.join(folder, 'src/fine.mjs'), FINE);
  writeFileSync(path.join(folder, 'src/deep/typed.ts'), TYPED);
  writeFileSync(path.join(folder, 'src/other.js'), 'export const answer = 42;\n');
  writeFileSync(path.join(folder, 'broken.js'), 'const a = 1;\nconst = 2;\n');
  writeFileSync(path.join(folder, 'wrapped.js'), WRAPPED);
  writeFileSync(
    path.join(folder, 'acme.config.mjs'),
    `export default [{ files: ['**/*.js'], settings: { 'kafka-transactions': { modules: { '@acme/kafka': 'kafkajs' } } } }];\n`,
  );
  writeFileSync(
    path.join(folder, 'wrong.config.mjs'),
    `export default [{ files: ['**/*.js'], settings: { 'kafka-transactions': { modules: 'kafkajs' } } }];\n`,
  );
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  bare = mkdtempSync(path.join(tmpdir(), 'map-bare-'));
  writeFileSync(path.join(bare, 'typed.ts'), TYPED);
  cpSync(path.join(folder, 'src/lost.js'), path.join(bare, 'lost.js'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(bare, { recursive: true });
});

describe('kafka-transactions map', () => {
  it('shows what happens, and ends with 1 where a cell is wrong', async () => {
    const { code, out, err } = await invoked(['map', 'src/lost.js'], folder);

    expect(err).toBe('');
    expect(code).toBe(1);
    expect(out).toContain('src/lost.js:4\ntransaction begun in publish (kafkajs)\n');
    expect(out).toMatch(/│ send :6 +│.*✗ aborts :8 →/);
    expect(out).toContain('[1] src/lost.js:7:5 require-application-recoverable-path');
    expect(out).toContain('1 transaction in 1 file, ✓ 16 handled, ✗ 1 wrong (1 report), ○ 1 open');
  });

  it('ends with 0 where none is', async () => {
    const { code, out } = await invoked(['map', 'src/fine.mjs'], folder);

    expect(code).toBe(0);
    expect(out).toContain('✗ 0 wrong (0 reports)');
  });

  it('takes files, folders and globs, TypeScript among them, without a configuration', async () => {
    const { out } = await invoked(['map', 'src', 'src/**/*.ts', '--json'], folder);
    const { files } = JSON.parse(out) as { files: { file: string; tables: unknown[] }[] };

    expect(files.map(({ file, tables }) => [file, tables.length]).sort()).toEqual([
      ['src/deep/typed.ts', 1],
      ['src/fine.mjs', 1],
      ['src/lost.js', 1],
      ['src/other.js', 0],
    ]);
  });

  it('reads the settings of the configuration', async () => {
    const without = await invoked(['map', 'wrapped.js'], folder);
    const withThem = await invoked(['map', '--config', 'acme.config.mjs', 'wrapped.js'], folder);

    expect(without.code).toBe(0);
    expect(without.out).toContain('0 transactions in 1 file');
    expect(withThem.code).toBe(1);
    expect(withThem.out).toContain('1 transaction in 1 file');
  });

  it('finds the configuration of the project by itself', async () => {
    const project = mkdtempSync(path.join(tmpdir(), 'map-project-'));
    cpSync(path.join(folder, 'acme.config.mjs'), path.join(project, 'eslint.config.mjs'));
    cpSync(path.join(folder, 'wrapped.js'), path.join(project, 'wrapped.js'));
    const { out } = await invoked(['map', 'wrapped.js'], project);
    rmSync(project, { recursive: true });

    expect(out).toContain('1 transaction in 1 file');
  });

  it('writes JSON as its schema says', async () => {
    const { out } = await invoked(['map', 'src', '--json'], folder);
    const schema = JSON.parse(
      readFileSync(path.join(root, 'docs/handling-map.schema.json'), 'utf8'),
    ) as object;
    const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(schema);

    validate(JSON.parse(out));
    expect(validate.errors).toBeNull();
    // The schema says no to what is not such a map.
    expect(validate({ ...(JSON.parse(out) as object), schema: 2 })).toBe(false);
  });

  it('writes the kinds of steps that the schema names, and no others', async () => {
    const { out } = await invoked(['map', 'src', '--json'], folder);
    const kinds = new Set([...out.matchAll(/"kind": "([\w-]+)"/g)].map(([, kind]) => kind));

    expect([...kinds].sort()).toEqual(['aborts', 'goes-on', 'surfaces', 'swallowed', 'yields']);
  });

  it('writes Markdown that stays a table whatever the code says', async () => {
    const { out, code } = await invoked(['map', '--markdown', 'src/lost.js'], folder);
    const lines = out.split('\n').filter((l) => l.startsWith('|'));
    const columns = lines.map((l) => l.replaceAll('\\|', '').split('|').length);

    expect(code).toBe(1);
    expect(new Set(columns).size).toBe(1);
    expect(out).toContain('**✗ aborts :8 → swallowed :7 \\[1\\]**');
    expect(out).toContain('1. `require-application-recoverable-path` src/lost.js:7:5: `send` on line 6');
  });

  it('writes to a file', async () => {
    const file = path.join(folder, 'map.html');
    const { out, code } = await invoked(['map', '--html', '-o', 'map.html', 'src/lost.js'], folder);

    expect(code).toBe(1);
    expect(out).toBe('');
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/);
  });

  it('shows each error by itself on demand', async () => {
    const { out } = await invoked(['map', '--rows', 'src/lost.js'], folder);

    expect(out).toMatch(/ {4}✗ ProducerFencedException: aborts :8 → swallowed :7 \[1\]/);
    expect(out).toMatch(/ {4}✓ TimeoutException: aborts :8 → goes on :7/);
  });

  it.each([30, 40, 60, 80, 100, 110, 120, 200])('fits into %i columns', async (columns) => {
    for (const options of [[], ['--rows']]) {
      const { out } = await invoked(['map', 'src', ...options], folder, { isTTY: true, columns });
      const lines = plain(out).split('\n');
      // The legend and the totals are a line each.
      const body = lines.slice(0, -3);
      expect(body.filter((l) => l.length > columns)).toEqual([]);
      expect(body.some((l) => l.startsWith('┌'))).toBe(columns >= 110 && options.length === 0);
    }
  });

  it('colours a terminal, and says the same without', async () => {
    const colored = await invoked(['map', 'src/lost.js'], folder, { isTTY: true, columns: 120 });
    const asked = await invoked(['map', '--no-color', 'src/lost.js'], folder, { isTTY: true, columns: 120 });
    const environment = await invoked(['map', 'src/lost.js'], folder, {
      isTTY: true,
      columns: 120,
      env: { NO_COLOR: '1' },
    });
    const piped = await invoked(['map', 'src/lost.js'], folder, { env: { COLUMNS: '120' } });
    const forced = await invoked(['map', '--color', 'src/lost.js'], folder, { env: { COLUMNS: '120' } });

    expect(colored.out).toContain('\u001B[31m');
    expect(plain(colored.out)).toBe(asked.out);
    expect(environment.out).toBe(asked.out);
    expect(piped.out).toBe(asked.out);
    expect(forced.out).toBe(colored.out);
  });

  it('tells a terminal which of many files it is at, and takes that away', async () => {
    for (let i = 0; i < 6; i++) cpSync(path.join(folder, 'src/fine.mjs'), path.join(folder, `many-${i}.mjs`));
    const terminal = await invoked(['map', 'many-*.mjs'], folder, { isTTY: true, columns: 120 });
    const pipe = await invoked(['map', 'many-*.mjs'], folder);

    expect(terminal.err).toMatch(/6 files, many-\d\.mjs/);
    expect(terminal.err).toMatch(/\r\u001B\[K$/);
    expect(pipe.err).toBe('');
  });

  it.each([
    [['map'], 'No files given: name files, folders or globs.'],
    [['map', 'none.js'], "No files matching 'none.js' were found."],
    [['map', '--nope', 'src'], "Unknown option '--nope'"],
    [['map', '--json', '--html', 'src'], 'Only one of --json and --html can be had at a time.'],
    [['map', '--config', 'none.mjs', 'src'], 'none.mjs'],
    [['map', '-o', 'none/map.txt', 'src/fine.mjs'], 'Cannot write'],
    [['map', '--config', 'wrong.config.mjs', 'wrapped.js'], "settings['kafka-transactions'].modules"],
    [['mop'], 'There is no command mop: there are map and taxonomy.'],
  ])('%j is an error that says what is wrong', async (args, message) => {
    const { code, out, err } = await invoked(args, folder);

    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(message);
    expect(err).toContain('--help');
  });

  it('names a file that cannot be parsed, and shows the others', async () => {
    const { code, out, err } = await invoked(['map', 'broken.js', 'src/fine.mjs'], folder);

    expect(code).toBe(2);
    expect(err).toBe('broken.js:2:7 Parsing error: Unexpected token =\n');
    expect(out).toContain('src/fine.mjs:4');
  });

  it('says how to have TypeScript parsed', async () => {
    const { code, err } = await invoked(['map', 'typed.ts'], bare);

    expect(code).toBe(2);
    expect(err).toContain('typed.ts:14:8 ');
    expect(err).toContain('npm install --save-dev @typescript-eslint/parser');
  });

  it('says which file is ignored', async () => {
    const project = mkdtempSync(path.join(tmpdir(), 'map-ignored-'));
    writeFileSync(path.join(project, 'eslint.config.mjs'), `export default [{ ignores: ['lost.js'] }];\n`);
    cpSync(path.join(bare, 'lost.js'), path.join(project, 'lost.js'));
    const { code, err } = await invoked(['map', 'lost.js'], project);
    rmSync(project, { recursive: true });

    expect(code).toBe(2);
    expect(err).toContain('lost.js');
    expect(err).toContain('ignored');
  });
});

describe('help', () => {
  it.each([
    [['--help'], 'Usage: kafka-transactions <command>'],
    [['-h'], 'Usage: kafka-transactions <command>'],
    [['map', '--help'], 'Usage: kafka-transactions map'],
    [['taxonomy', '-h'], 'Usage: kafka-transactions taxonomy'],
  ])('%j shows it', async (args, start) => {
    const { code, out, err } = await invoked(args, folder);

    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out.startsWith(start)).toBe(true);
    expect(out).toContain('Exit codes:');
    expect(out.split('\n').filter((l) => l.length > 90)).toEqual([]);
  });

  it('is shown, with an error, to who says nothing', async () => {
    const { code, out, err } = await invoked([], folder);

    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('Commands:');
  });

  it('--version shows the version', async () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };

    expect(await invoked(['--version'], folder)).toEqual({ code: 0, out: `${version}\n`, err: '' });
    expect(await invoked(['-v'], folder)).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });
});
