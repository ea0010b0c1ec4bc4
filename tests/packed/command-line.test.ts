import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installed, run, succeeds, type Project } from './fresh-project.js';

let project: Project;

beforeAll(async () => {
  project = await installed('setups/esm');
}, 300_000);
afterAll(() => project.remove());

const LOST = `import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't' });
export async function publish(value) {
  const tx = await producer.transaction();
  await tx.send({ topic: 't', messages: [{ value }] }).catch(console.error);
  await tx.commit();
}
`;

describe('the command line of the packed package', () => {
  it('maps a file', async () => {
    await writeFile(path.join(project.folder, 'lost.js'), LOST);
    const { status, stdout, stderr } = await run('npx --no kafka-transactions map lost.js', project.folder);

    expect(stderr).toBe('');
    expect(status).toBe(1);
    expect(stdout).toContain('transaction begun in publish (kafkajs)');
    expect(stdout).toContain('lost.js:5:62 no-commit-after-failed-send');
  });

  it('ends with 2 where a file cannot be read', async () => {
    const { status, stderr } = await run('npx --no kafka-transactions map none.js', project.folder);

    expect(status).toBe(2);
    expect(stderr).toContain("No files matching 'none.js' were found.");
  });

  it('shows the taxonomy', async () => {
    const told = await succeeds('npx --no kafka-transactions taxonomy PRODUCER_FENCED', project.folder);

    expect(told).toMatch(/^ProducerFencedException\n/);
  });

  it('tells its version', async () => {
    const version = await succeeds(
      `node -p "require('eslint-plugin-kafka-transactions/package.json').version"`,
      project.folder,
    );

    expect(await succeeds('npx --no -- kafka-transactions --version', project.folder)).toBe(version);
  });
});

describe('the taxonomy of the packed package', () => {
  const use =
    "console.log(t.categoryOf('TimeoutException', 'send'), t.rowsCalled('PRODUCER_FENCED')[0].row, t.rows.length, t.categories.length, t.clients.length)";
  const expected = /^producer-retriable ProducerFencedException \d\d 5 4\n$/;

  it('is there for import', async () => {
    const code = `import * as t from 'eslint-plugin-kafka-transactions/taxonomy'; ${use}`;
    await writeFile(path.join(project.folder, 'taxonomy.mjs'), code);

    expect(await succeeds('node taxonomy.mjs', project.folder)).toMatch(expected);
  });

  it('is there for require', async () => {
    const code = `const t = require('eslint-plugin-kafka-transactions/taxonomy'); ${use}`;
    await writeFile(path.join(project.folder, 'taxonomy.cjs'), code);

    expect(await succeeds('node taxonomy.cjs', project.folder)).toMatch(expected);
  });
});
