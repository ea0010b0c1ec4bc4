import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INSTALL, copied, run, succeeds } from './fresh-project.js';

const SLOW = 600_000;
const root = path.join(import.meta.dirname, '../..');
const setups = path.join(root, 'examples/setups');

/** A transaction that one way out leaves open: whether to commit or to abort there is for a person to say. */
const BAD = `import { Kafka } from 'kafkajs';

const kafka = new Kafka({ brokers: ['localhost:9092'] });
const producer = kafka.producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });

export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  if (messages.length === 0) return;
  await transaction.commit();
}
`;

const fixable = (): Promise<string> => readFile(path.join(setups, 'esm/src/publish.js'), 'utf8');
const FIXED = '    throw error;\n  }\n  await transaction.commit();\n}\n';

/** Has git remember who commits. */
const IDENTITY = 'git config user.name Somebody && git config user.email somebody@example.com';

/** What the last commit holds of a file. */
const committed = (folder: string, file: string): Promise<string> =>
  succeeds(`git show HEAD:${file}`, folder);
const commits = async (folder: string): Promise<number> =>
  Number(await succeeds('git rev-list --count HEAD', folder));

describe('husky with lint-staged', () => {
  let folder = '';
  const commit = (): ReturnType<typeof run> => run('git add -A && git commit -m change', folder);

  beforeAll(async () => {
    ({ folder } = await copied('setups/husky'));
    await succeeds(`git init -q && ${IDENTITY} && echo node_modules > .gitignore`, folder);
    await succeeds(INSTALL, folder);
    await succeeds('git add -A && git commit -m first', folder);
  }, SLOW);
  afterAll(() => rm(folder, { recursive: true, force: true }), SLOW);

  it(
    'lets a good commit pass',
    async () => {
      expect(await commits(folder)).toBe(1);
      expect(await committed(folder, 'src/publish.js')).toContain(FIXED);
    },
    SLOW,
  );

  it(
    'fixes what can be fixed, and commits it fixed',
    async () => {
      await writeFile(path.join(folder, 'src/fixable.js'), await fixable());

      expect(await commit()).toMatchObject({ status: 0 });
      expect(await committed(folder, 'src/fixable.js')).toContain('  }\n  await transaction.commit();\n}\n');
    },
    SLOW,
  );

  it(
    'blocks a bad commit, and says why',
    async () => {
      await writeFile(path.join(folder, 'src/bad.js'), BAD);
      const { status, stderr, stdout } = await commit();

      expect(status).toBe(1);
      expect(stdout + stderr).toContain('kafka-transactions/require-transaction-end');
      expect(await commits(folder)).toBe(2);
    },
    SLOW,
  );
});

const hasPreCommit = (await run('pre-commit --version', root)).status === 0;
if (!hasPreCommit && process.env['REQUIRE_PRE_COMMIT'] !== undefined) {
  throw new Error('REQUIRE_PRE_COMMIT is set, but there is no pre-commit: apt-get install pre-commit');
}
if (!hasPreCommit)
  console.warn('SKIPPED: the hooks for pre-commit, for there is no pre-commit (apt-get install pre-commit)');

describe.skipIf(!hasPreCommit)('the pre-commit framework', () => {
  let folder = '';
  let repository = '';
  let env: Record<string, string> = {};
  const commit = (): ReturnType<typeof run> => run('git add -A && git commit -m change', folder, env);

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'hooks-')));
    repository = path.join(folder, '../', `${path.basename(folder)}-repository`);
    env = { PRE_COMMIT_HOME: `${folder}-home` };
    // This repository as it stands, for pre-commit only takes what is committed.
    await succeeds(
      `mkdir ${repository} && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t ${repository}`,
      root,
    );
    await succeeds(
      `git init -q && ${IDENTITY} && git add -A && git commit -qm all && git tag v0.1.0`,
      repository,
    );
    await cp(path.join(setups, 'pre-commit'), folder, { recursive: true });
    const config = path.join(folder, '.pre-commit-config.yaml');
    const text = await readFile(config, 'utf8');
    await writeFile(config, text.replace(/repo: .*/, `repo: ${repository}`));
    await succeeds(`git init -q && ${IDENTITY} && pre-commit install --install-hooks`, folder, env);
    await succeeds('git add -A && git commit -m first', folder, env);
  }, SLOW);
  afterAll(async () => {
    for (const place of [folder, repository, `${folder}-home`])
      await rm(place, { recursive: true, force: true });
  }, SLOW);

  it(
    'lets a good commit pass',
    async () => {
      expect(await commits(folder)).toBe(1);
      expect(await committed(folder, 'src/publish.js')).toContain(FIXED);
    },
    SLOW,
  );

  it(
    'fixes what can be fixed, and lets it be looked at before it is committed',
    async () => {
      await writeFile(path.join(folder, 'src/fixable.ts'), await fixable());
      const { status, stderr, stdout } = await commit();

      expect(status).toBe(1);
      expect(stdout + stderr).toContain('files were modified by this hook');
      expect(await commit()).toMatchObject({ status: 0 });
      expect(await committed(folder, 'src/fixable.ts')).toContain('  }\n  await transaction.commit();\n}\n');
    },
    SLOW,
  );

  it(
    'blocks a bad commit, and says why',
    async () => {
      await writeFile(path.join(folder, 'src/bad.ts'), BAD);
      const { status, stderr, stdout } = await commit();

      expect(status).toBe(1);
      expect(stdout + stderr).toContain('kafka-transactions/require-transaction-end');
      expect(await commits(folder)).toBe(2);
    },
    SLOW,
  );

  it(
    'offers both presets to pre-commit try-repo',
    async () => {
      const good = await readFile(path.join(folder, 'src/publish.js'), 'utf8');
      await writeFile(path.join(folder, 'src/unsafe.js'), good.replace(', idempotent: true', ''));
      const { stdout } = await run(`pre-commit try-repo ${repository} --files src/unsafe.js`, folder, env);

      expect(stdout).toMatch(/^Kafka transactions\.+Passed$/m);
      expect(stdout).toMatch(/^Kafka transactions \(strict\)\.+Failed$/m);
      expect(stdout).toContain('kafka-transactions/valid-transactional-producer');
    },
    SLOW,
  );
});
