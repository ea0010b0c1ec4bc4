import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import plugin from '../../src/index.js';

const root = path.join(import.meta.dirname, '../..');
const source = path.join(root, 'examples/enrichment-pipeline/src');

type Done = (error?: unknown) => void;
type Operation =
  'beginTransaction' | 'produce' | 'sendOffsetsToTransaction' | 'commitTransaction' | 'abortTransaction';

/** A producer of node-rdkafka as far as the example uses it: what it was told in order, and the errors it answers with. */
class FakeProducer {
  readonly deeds: string[] = [];
  readonly offsets: unknown[] = [];

  constructor(readonly failures: Partial<Record<Operation, Error>> = {}) {}

  #answer(operation: Operation, done: Done): void {
    this.deeds.push(operation);
    setImmediate(done, this.failures[operation] ?? null);
  }

  beginTransaction = (done: Done): void => {
    this.#answer('beginTransaction', done);
  };
  commitTransaction = (done: Done): void => {
    this.#answer('commitTransaction', done);
  };
  abortTransaction = (done: Done): void => {
    this.#answer('abortTransaction', done);
  };

  produce(): void {
    this.deeds.push('produce');
    if (this.failures.produce) throw this.failures.produce;
  }

  sendOffsetsToTransaction = (positions: { offset: unknown }[], _consumer: unknown, done: Done): void => {
    this.offsets.push(...positions.map(({ offset }) => offset));
    this.#answer('sendOffsetsToTransaction', done);
  };
}

let folder = '';
let results: ESLint.LintResult[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(root, 'node_modules/.enrichment-pipeline-'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const eslint = new ESLint({
    cwd: root,
    fix: true,
    overrideConfigFile: true,
    overrideConfig: [{ files: ['**/*.js'] }, plugin.configs.strict],
  });
  results = await eslint.lintFiles(path.join(source, 'mistakes'));
  const enrich = path.join(source, 'mistakes/enrich-clicks.js');
  const text = await readFile(enrich, 'utf8');
  await writeFile(path.join(folder, 'before.js'), text);
  await writeFile(
    path.join(folder, 'after.js'),
    results.find(({ filePath }) => filePath === enrich)?.output ?? text,
  );
  await writeFile(
    path.join(folder, 'correct.js'),
    await readFile(path.join(source, 'correct/enrich-clicks.js'), 'utf8'),
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Enrichment {
  enrichBatch(clicks: readonly object[]): Promise<void>;
}

async function enrichment(version: string, producer: FakeProducer): Promise<Enrichment> {
  const url = pathToFileURL(path.join(folder, `${version}.js`)).href;
  const { createClickEnrichment } = (await import(url)) as {
    createClickEnrichment: (deps: object) => Enrichment;
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const enrich = (value: unknown): Promise<unknown> => Promise.resolve(value);
  return createClickEnrichment({ producer, consumer: {}, enrich, log });
}

const clicks = [{ topic: 'clicks', partition: 0, offset: 41, key: 'k', value: Buffer.from('v') }];

describe.each(['before', 'after', 'correct'])('the enrichment of clicks, %s --fix', (version) => {
  it('is one transaction, and goes on at the right offset once it is fixed', async () => {
    const producer = new FakeProducer();
    await (await enrichment(version, producer)).enrichBatch(clicks);

    expect(producer.deeds).toEqual([
      'beginTransaction',
      'produce',
      'sendOffsetsToTransaction',
      'commitTransaction',
    ]);
    expect(producer.offsets).toEqual([version === 'before' ? 41 : 42]);
  });

  it('rolls back a batch whose offsets are refused, and throws the reason', async () => {
    const refused = new Error('refused');
    const producer = new FakeProducer({ sendOffsetsToTransaction: refused });
    const batches = await enrichment(version, producer);

    await expect(batches.enrichBatch(clicks)).rejects.toBe(refused);
    expect(producer.deeds.at(-1)).toBe('abortTransaction');
  });
});

it('is left to a person where a fix would leave a transaction to nobody', () => {
  const sessions = results.find(({ filePath }) => filePath.endsWith('close-sessions.js'));

  expect(sessions?.output).toBeUndefined();
  expect(sessions?.messages.map(({ ruleId }) => ruleId)).toContain(
    'kafka-transactions/no-transactional-send-retry',
  );
});
