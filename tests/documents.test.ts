import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ESLint, Linter } from 'eslint';
import * as parser from '@typescript-eslint/parser';
import GithubSlugger from 'github-slugger';
import type { Code } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import manifest from '../package.json' with { type: 'json' };
import plugin from '../src/index.js';
import { CLIENT_MODULES } from '../src/model/settings.js';
import { parses } from './lint.js';

const root = path.join(import.meta.dirname, '..');

const markdownIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => path.join(folder, file));

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  '.changeset/README.md',
  ...markdownIn('docs'),
  ...markdownIn('examples'),
].sort();

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Block {
  readonly language: string;
  readonly code: string;
  readonly line: number;
  /** What the comment before it says: the file that it quotes. */
  readonly file: string | undefined;
}

interface Document {
  readonly links: readonly { readonly url: string; readonly line: number }[];
  readonly anchors: ReadonlySet<string>;
  readonly blocks: readonly Block[];
  /** Code in the running text. */
  readonly inline: readonly string[];
}

const known = new Map<string, Document>();

function read(file: string): Document {
  let document = known.get(file);
  if (document) return document;
  const links: { url: string; line: number }[] = [];
  const anchors = new Set<string>();
  const blocks: Block[] = [];
  const inline: string[] = [];
  const slugger = new GithubSlugger();
  let quoted: string | undefined;
  visit(fromMarkdown(textOf(file)), (node) => {
    const line = node.position?.start.line ?? 0;
    if (node.type === 'heading') anchors.add(slugger.slug(toString(node)));
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition')
      links.push({ url: node.url, line });
    if (node.type === 'html') quoted = /^<!-- file: (\S+) -->$/.exec(node.value)?.[1];
    if (node.type === 'inlineCode') inline.push(node.value);
    if (node.type === 'code') {
      blocks.push({ ...blockOf(node), line, file: quoted });
      quoted = undefined;
    }
  });
  known.set(file, (document = { links, anchors, blocks, inline }));
  return document;
}

const blockOf = ({ lang, value }: Code): Pick<Block, 'language' | 'code'> => ({
  language: lang ?? '',
  code: `${value}\n`,
});

/** What is wrong with a link inside of the repository; undefined for those that lead out of it. */
function faultOf(url: string, file: string): string | undefined {
  if (/^[a-z]+:/i.test(url)) return undefined;
  const [target = '', anchor] = url.split('#');
  const place = target === '' ? file : path.join(path.dirname(file), decodeURIComponent(target));
  if (!existsSync(path.join(root, place))) return `${url}: there is no ${place}`;
  if (anchor === undefined || statSync(path.join(root, place)).isDirectory()) return undefined;
  return read(place).anchors.has(anchor) ? undefined : `${url}: ${place} has no heading ${anchor}`;
}

function isRight({ language, code }: Block): boolean {
  switch (language) {
    case 'js':
    case 'ts':
      // A part of a configuration stands for the object that it is in.
      return parses(code, `example.${language}`) || parses(`({${code}})`, `example.${language}`);
    case 'json':
      JSON.parse(code);
      return true;
    case 'yaml':
      parseYaml(code);
      return true;
    case 'sh':
      execFileSync('bash', ['-n'], { input: code });
      return true;
    default:
      return ['text', 'groovy', 'mermaid'].includes(language);
  }
}

/** What the plugin says of a block: `line rule`. */
const reportsOn = ({ code, language }: Block, preset: Linter.Config): string[] =>
  new Linter()
    .verify(
      code,
      [{ files: ['**/*.ts', '**/*.js'], languageOptions: { parser } }, preset],
      `example.${language}`,
    )
    .map(({ line, ruleId, message }) => `${line} ${ruleId ?? message}`);

/** What the comments in a block say of the lines that they end. */
const announcedIn = ({ code }: Block): string[] =>
  code.split('\n').flatMap((line, index) => {
    const rule = /\/\/ reports (\S+)$/.exec(line)?.[1];
    return rule === undefined ? [] : [`${index + 1} kafka-transactions/${rule}`];
  });

describe.each(documents)('%s', (file) => {
  const { links, blocks, inline } = read(file);

  it('has links that lead somewhere', () => {
    expect(
      links.flatMap(({ url, line }) => {
        const fault = faultOf(url, file);
        return fault === undefined ? [] : [`line ${line}: ${fault}`];
      }),
    ).toEqual([]);
  });

  it('has code that can be read', () => {
    for (const block of blocks) expect(isRight(block), `line ${block.line}`).toBe(true);
  });

  it('quotes files as they are', () => {
    for (const { file: quoted, code, line } of blocks) {
      if (quoted !== undefined) expect(code, `line ${line}`).toBe(textOf(quoted));
    }
  });

  it('names scripts of the package that there are', () => {
    const scripts = [
      ...blocks.filter(({ language }) => language === 'sh').map(({ code }) => code),
      ...inline,
    ].flatMap((code) => [...code.matchAll(/npm run (?:-\S+ )*([\w:-]+)/g)].map(([, script]) => script));
    // Those of the examples are their own.
    if (!file.startsWith('examples')) {
      expect(scripts.filter((script) => !Object.hasOwn(manifest.scripts, script ?? ''))).toEqual([]);
    }
  });
});

describe('the code of the documents that are not of one rule', () => {
  const texts = documents.filter((file) => !/^docs\/(?:rules|settings)|^README/.test(file));

  it.each(texts)('%s: the plugin says of it what is announced', (file) => {
    const preset = file.startsWith('docs/guide/') ? plugin.configs.strict : plugin.configs.recommended;
    for (const block of read(file).blocks.filter(({ language }) => /^[jt]s$/.test(language))) {
      expect(reportsOn(block, preset), `line ${block.line}`).toEqual(announcedIn(block));
    }
  });

  it('every client has a page in the guide, with code in which its transactions are begun', () => {
    const begins = {
      kafkajs: '.transaction()',
      confluent: '.transaction()',
      'node-rdkafka': 'beginTransaction',
      platformatic: '.beginTransaction()',
    };
    for (const [page, begin] of Object.entries(begins)) {
      const codes = read(`docs/guide/${page}.md`).blocks.filter(({ code }) => code.includes(begin));

      expect(codes.length, page).toBeGreaterThan(1);
      // Nothing of it is accepted only because it is not understood: who goes on, or goes back, without a word is reported.
      for (const block of codes) {
        const reports = ['console.error()', 'return console.error()', 'continue']
          .map((silence) => ({ ...block, code: block.code.replaceAll(SURFACES, silence) }))
          .filter(({ code, language }) => parses(code, `example.${language}`))
          .flatMap((silent) => reportsOn(silent, plugin.configs.strict));

        expect(reports, `${page}, line ${block.line}`).not.toEqual([]);
      }
    }
  });
});

/** What hands an error on in the guide, or closes the producer that it has ended. */
const SURFACES = /throw error(?=;)|await close\(\)(?=;)|(?:return )?\bdone\(\w*(?:rror|reason)\)/g;

const PRINT_PAGE = `
import { editorPage } from './scripts/editor-picture.mjs';
process.stdout.write(await editorPage());
`;

describe('README.md', () => {
  const { blocks } = read('README.md');
  const [example, report, right] = blocks;
  const text = textOf('README.md');
  const spaced = (words: string): string => words.replaceAll(/\s+/g, ' ').trim();

  it('shows what ESLint says of its example', async () => {
    const eslint = new ESLint({
      cwd: root,
      overrideConfigFile: true,
      overrideConfig: [plugin.configs.recommended],
    });
    const results = await eslint.lintText(example?.code ?? '', { filePath: 'src/publish.js' });
    const formatter = await eslint.loadFormatter('stylish');
    const output = stripVTControlCharacters(await formatter.format(results));

    expect(spaced(report?.code ?? '')).toBe(
      spaced(output.replace(path.join(root, 'src/publish.js'), 'src/publish.js')),
    );
    expect(report?.code).toContain('3 errors');
  });

  it('shows the same done right', () => {
    const [head = ''] = (example?.code ?? '').split('export');

    expect(
      reportsOn({ ...(right as Block), code: head + (right?.code ?? '') }, plugin.configs.strict),
    ).toEqual([]);
  });

  it('is what the picture of the editor shows: else run scripts/render-editor.mjs', () => {
    const page = execFileSync(process.execPath, ['--input-type=module', '--eval', PRINT_PAGE], {
      cwd: root,
      encoding: 'utf8',
    });

    expect(page).toBe(textOf('docs/images/editor.html'));
  });

  it('says in its other code nothing that is reported', () => {
    for (const block of blocks.slice(2).filter(({ language }) => language === 'js'))
      expect(reportsOn(block, plugin.configs.recommended), `line ${block.line}`).toEqual([]);
  });

  it('lists the presets', () => {
    const section = text.slice(text.indexOf('## Presets'), text.indexOf('## Clients'));

    expect([...section.matchAll(/^\| `(\S+)`/gm)].map(([, name]) => name)).toEqual(
      Object.keys(plugin.configs),
    );
  });

  it('lists the clients', () => {
    const section = text.slice(text.indexOf('## Clients'), text.indexOf('## Settings'));

    for (const name of CLIENT_MODULES) expect(section).toContain(name.split('/lib/')[0]);
  });

  it('says with what it works as the manifest does', () => {
    const row = (what: string): string =>
      new RegExp(`^\\| ${what} +\\| (.*?) +\\|$`, 'm').exec(text)?.[1] ?? '';

    expect(manifest.engines.node).toBe('^20.19.0 || ^22.13.0 || >=24.0.0');
    expect(row('Node.js')).toBe('20.19 and later 20, 22.13 and later 22, 24 and later');
    expect(manifest.peerDependencies.eslint).toBe('^9.39.0 || ^10.0.0');
    expect(row('ESLint')).toMatch(/^9\.39 and later, 10;/);
    expect(manifest.peerDependencies['@typescript-eslint/parser']).toBe('^8.72.0');
    expect(row('typescript-eslint')).toMatch(/^8\.72 and later;/);
    expect(manifest.devDependencies.oxlint).toBe('~1.94.0');
    expect(row('oxlint')).toMatch(/^1\.94,/);
  });
});

describe('the examples', () => {
  it('name the version of the package', () => {
    const named = readdirSync(path.join(root, 'examples'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?:package\.json|\.yaml)$/.test(file) && !file.includes('node_modules'))
      .flatMap((file) => [
        ...textOf(path.join('examples', file)).matchAll(
          /"eslint-plugin-kafka-transactions": "\^(.*)"|rev: v(.*)/g,
        ),
      ])
      .map(([, range, rev]) => range ?? rev);

    expect(named.length).toBeGreaterThan(8);
    // Else run scripts/name-version.mjs.
    expect(new Set(named)).toEqual(new Set([manifest.version]));
  });
});

describe.each(readdirSync(path.join(root, '.github/workflows')))('.github/workflows/%s', (name) => {
  interface Step {
    readonly run?: string;
    readonly uses?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }
  const { jobs } = parseYaml(textOf(path.join('.github/workflows', name))) as {
    jobs: Record<string, { steps: Step[]; 'timeout-minutes'?: number }>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('runs what there is', () => {
    const commands = steps
      .flatMap((step) => [step.run, step.with?.['publish'], step.with?.['version']])
      .filter((command) => typeof command === 'string');

    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      const script = /^npm run (\S+)$/.exec(command)?.[1] ?? /^npm (test)$/.exec(command)?.[1];
      if (script === undefined) expect(['.ci/run', 'npm ci']).toContain(command);
      else expect(manifest.scripts).toHaveProperty([script]);
    }
  });

  it('bounds its time, and names the versions of its actions', () => {
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w/-]+@v\d+$/);
  });
});
