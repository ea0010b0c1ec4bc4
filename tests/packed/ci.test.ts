import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { installed, run, succeeds, type Project } from './fresh-project.js';

const SLOW = 300_000;
const EXAMPLE = 'src/publish.js';
const RULE = 'kafka-transactions/no-abort-after-commit';

interface GitHubWorkflow {
  readonly jobs: Record<
    string,
    {
      readonly steps: readonly {
        readonly uses?: string;
        readonly run?: string;
        readonly with?: Record<string, unknown>;
      }[];
    }
  >;
}

interface GitLabJob {
  readonly script: readonly string[];
  readonly artifacts: { readonly reports: { readonly codequality: string } };
}

describe('the stages for continuous integration', () => {
  let project: Project;

  beforeAll(async () => {
    project = await installed('ci');
  }, SLOW);
  afterAll(() => project.remove());

  const text = (file: string): Promise<string> => readFile(path.join(project.folder, file), 'utf8');

  it(
    'GitHub Actions: what ESLint prints becomes annotations, and the SARIF file holds the same',
    async () => {
      const { jobs } = parse(await text('github-actions.yml')) as GitHubWorkflow;
      const steps = jobs['eslint']?.steps ?? [];
      const [install = '', lint = '', scan = '', ...rest] = steps.flatMap(
        ({ run: command }) => command ?? [],
      );
      const upload = steps.find(({ uses }) => uses?.startsWith('github/codeql-action/upload-sarif@'));

      await succeeds(install, project.folder);
      const linted = await run(lint, project.folder);
      const scanned = await run(scan, project.folder);

      expect(rest).toEqual([]);
      expect([linted.status, scanned.status]).toEqual([1, 1]);
      expect(annotations(linted.stdout)).toEqual([
        {
          file: path.join(project.folder, EXAMPLE),
          line: '12',
          severity: 'error',
          message: expect.stringMatching(
            /^`commit` on line 10 can fail with .*, and then this aborts/,
          ) as string,
          code: RULE,
        },
      ]);
      expect(existsSync(path.join(project.folder, '.cache/eslint'))).toBe(true);

      const sarif = JSON.parse(await text(String(upload?.with?.['sarif_file']))) as Sarif;
      const results = sarif.runs.flatMap((one) => one.results);

      expect(
        results.map(({ ruleId, level, locations }) => [ruleId, level, locations[0]?.physicalLocation]),
      ).toEqual([
        [
          RULE,
          'error',
          expect.objectContaining({
            artifactLocation: expect.objectContaining({
              uri: `file://${path.join(project.folder, EXAMPLE)}`,
            }) as unknown,
            region: expect.objectContaining({ startLine: 12 }) as unknown,
          }) as unknown,
        ],
      ]);
    },
    SLOW,
  );

  it(
    'GitLab: the report of code quality',
    async () => {
      const { eslint } = parse(await text('gitlab-ci.yml')) as { eslint: GitLabJob };
      const [install = '', lint = '', ...rest] = eslint.script;
      await cp(path.join(project.folder, 'gitlab-ci.yml'), path.join(project.folder, '.gitlab-ci.yml'));

      const { status } = await run(lint, project.folder, {
        GITLAB_CI: 'true',
        CI_JOB_NAME: 'eslint',
        CI_PROJECT_DIR: project.folder,
      });
      const report = JSON.parse(await text(eslint.artifacts.reports.codequality)) as CodeQuality[];

      // Run above, for GitHub.
      expect(install).toMatch(/^npm ci\b/);
      expect(rest).toEqual([]);
      expect(status).toBe(1);
      expect(
        report.map(({ check_name, location }) => [check_name, location.path, location.positions.begin.line]),
      ).toEqual([[RULE, EXAMPLE, 12]]);
    },
    SLOW,
  );

  it(
    'Jenkins: the report in the form of Checkstyle',
    async () => {
      const pipeline = await text('Jenkinsfile');
      const [install = '', lint = '', ...rest] = [...pipeline.matchAll(/^\s*sh '([^']*)'$/gm)].map(
        ([, command]) => command ?? '',
      );
      const pattern = /esLint\(pattern: '([^']*)'\)/.exec(pipeline)?.[1] ?? '';

      const { status } = await run(lint, project.folder);
      const report = await text(pattern);

      // Run above, for GitHub.
      expect(install).toMatch(/^npm ci\b/);
      expect(rest).toEqual([]);
      expect(status).toBe(1);
      expect(report).toContain(`<file name="${path.join(project.folder, EXAMPLE)}"><error line="12"`);
      expect(report).toContain(`source="eslint.rules.${RULE}"`);
    },
    SLOW,
  );

  it(
    'a baseline: old reports are suppressed, new ones are not, and what is mended leaves the list',
    async () => {
      const { folder } = project;
      const suppressions = async (): Promise<unknown> =>
        JSON.parse(await text('eslint-suppressions.json')) as unknown;

      await succeeds('npx eslint . --suppress-all', folder);

      expect(await suppressions()).toEqual({ [EXAMPLE]: { [RULE]: { count: 1 } } });
      await succeeds('npx eslint .', folder);

      const old = await text(EXAMPLE);
      await writeFile(path.join(folder, 'src/again.js'), old);
      const { status, stdout } = await run('npx eslint .', folder);

      expect(status).toBe(1);
      expect(annotations(stdout).map(({ file }) => path.relative(folder, file))).toEqual(['src/again.js']);

      await succeeds('npx eslint src/again.js --fix', folder);
      await writeFile(path.join(folder, EXAMPLE), await text('src/again.js'));

      expect((await run('npx eslint .', folder)).stderr).toContain('--prune-suppressions');
      await succeeds('npx eslint . --prune-suppressions', folder);
      expect(await suppressions()).toEqual({});
      await succeeds('npx eslint .', folder);
    },
    SLOW,
  );
});

it(
  'Turborepo lints a package only when it, or one that it depends on, has changed',
  async () => {
    const { folder, remove } = await installed('setups/monorepo');
    onTestFinished(remove);
    await succeeds('git init -q && git add -A', folder);
    const orders = path.join(folder, 'packages/orders/src/publish.ts');
    const client = path.join(folder, 'packages/kafka-client/src/index.ts');
    const mistaken = await readFile(orders, 'utf8');

    // Nothing that fails is kept.
    expect((await run('npm run lint', folder)).status).not.toBe(0);

    await writeFile(orders, committedBehind(mistaken));
    await succeeds('npm run lint', folder);
    expect(await cachedBy(folder)).toBe('2 cached, 2 total');

    await writeFile(orders, `${committedBehind(mistaken)}\nexport const topic = 'orders';\n`);
    expect(await cachedBy(folder)).toBe('1 cached, 2 total');

    await writeFile(client, `${await readFile(client, 'utf8')}\nexport const clientId = 'orders';\n`);
    expect(await cachedBy(folder)).toBe('0 cached, 2 total');
  },
  SLOW,
);

/** How many tasks Turborepo took from its cache. */
const cachedBy = async (folder: string): Promise<string | undefined> =>
  /Cached:\s+(.*)/.exec(await succeeds('npm run lint', folder))?.[1];

/** The example without its mistake. */
const committedBehind = (code: string): string =>
  code
    .replace('    await transaction.commit();\n', '')
    .replace(' // reports no-abort-after-commit', '')
    .replace('    throw error;\n  }\n', '    throw error;\n  }\n  await transaction.commit();\n');

interface Annotation {
  readonly file: string;
  readonly line: string;
  readonly severity: string;
  readonly message: string;
  readonly code: string;
}

/**
 * What GitHub makes of ESLint's output: the two patterns of the matcher that actions/setup-node registers
 * (.github/eslint-stylish.json there), the second of which is used again and again.
 */
function annotations(output: string): Annotation[] {
  const found: Annotation[] = [];
  let file = '';
  for (const text of output.split('\n')) {
    const [, line, , severity, message, code] =
      /^\s+(\d+):(\d+)\s+(error|warning|info)\s+(.*)\s\s+(.*)$/.exec(text) ?? [];
    if (line === undefined) file = /^\s*([^\s].*)$/.exec(text)?.[1] ?? file;
    else
      found.push({
        file,
        line,
        severity: severity ?? '',
        message: (message ?? '').trimEnd(),
        code: code ?? '',
      });
  }
  return found;
}

interface Sarif {
  readonly runs: readonly {
    readonly results: readonly {
      readonly ruleId: string;
      readonly level: string;
      readonly locations: readonly { readonly physicalLocation: unknown }[];
    }[];
  }[];
}

interface CodeQuality {
  readonly check_name: string;
  readonly location: {
    readonly path: string;
    readonly positions: { readonly begin: { readonly line: number } };
  };
}
