// Measures what the rules cost beside what parsing costs anyway: on a file full of Kafka transactions, and on one
// without any. Medians, in milliseconds; the first runs, which only warm the engine up, do not count. With --typed: what the
// typed preset costs beside typed linting.

import * as parser from '@typescript-eslint/parser';
import { ESLint } from 'eslint';
import { benchTyped } from './bench-typed.mjs';
import { builtPlugin, root } from './built-plugin.mjs';
import { median, table } from './table.mjs';

if (process.argv.includes('--typed')) {
  await benchTyped();
  process.exit();
}

const WARM_UP = 5;
const RUNS = 30;
const LINES = 200;

/**
 * As many of the pieces as fit into the lines, each with a number of its own, behind a head.
 *
 * @param {string} head
 * @param {(index: number) => string} piece
 */
function generated(head, piece) {
  let source = head;
  for (let index = 1; ; index += 1) {
    const longer = `${source}\n${piece(index)}`;
    if (longer.split('\n').length > LINES) {
      break;
    }
    source = longer;
  }
  return source + '\n'.repeat(LINES - source.split('\n').length);
}

const kafkaSource = generated(
  `import kafkajs, { type Producer } from 'kafkajs';

const { KafkaJSNumberOfRetriesExceeded } = kafkajs;
`,
  (index) => `export async function write${index}(producer: Producer, key: string, value: string) {
  for (let attempt = 1; ; attempt += 1) {
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'records.${index}', messages: [{ key, value }] });
      await transaction.send({ topic: 'index.${index}', messages: [{ key, value: String(attempt) }] });
    } catch (error) {
      await transaction.abort().catch((abortError: unknown) => {
        console.warn('the abort failed, too', abortError);
      });
      if (!(error instanceof KafkaJSNumberOfRetriesExceeded) || attempt === 3) {
        throw error;
      }
      continue;
    }
    await transaction.commit();
    return;
  }
}
`,
);

const plainSource = generated(
  `import { readFile, writeFile } from 'node:fs/promises';
`,
  (index) => `export async function rewrite${index}(path: string, key: string, value: string) {
  for (let attempt = 1; ; attempt += 1) {
    const text = await readFile(path, 'utf8');
    try {
      await writeFile(path, text.replaceAll(key, value));
      await writeFile(\`\${path}.index\`, JSON.stringify([{ key, value: String(attempt) }]));
    } catch (error) {
      await writeFile(path, text).catch((writeError: unknown) => {
        console.warn('the way back failed, too', writeError);
      });
      if (!(error instanceof Error) || attempt === 3) {
        throw error;
      }
      continue;
    }
    return;
  }
}
`,
);

const plugin = await builtPlugin();
const strict = plugin.configs['strict'] ?? [];
const eslint = new ESLint({
  cwd: root,
  stats: true,
  overrideConfigFile: true,
  overrideConfig: [
    { files: ['**/*.ts'], languageOptions: { parser } },
    ...(Array.isArray(strict) ? strict : [strict]),
  ],
});

/** @param {string} source */
async function measure(source) {
  const parse = [];
  const rules = [];
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    const [result] = await eslint.lintText(source, { filePath: 'generated.ts' });
    const pass = result?.stats?.times.passes[0];
    if (!pass?.parse) {
      throw new Error('ESLint gave no statistics.');
    }
    if (run >= 0) {
      parse.push(pass.parse.total);
      rules.push(Object.values(pass.rules ?? {}).reduce((sum, rule) => sum + rule.total, 0));
    }
  }
  return { parse: median(parse), rules: median(rules) };
}

const rows = [];
for (const [name, source] of /** @type {const} */ ([
  [`${LINES} lines of Kafka transactions`, kafkaSource],
  [`${LINES} lines without Kafka`, plainSource],
])) {
  const { parse, rules } = await measure(source);
  rows.push([name, parse.toFixed(2), rules.toFixed(2), `${((100 * rules) / parse).toFixed(0)} %`]);
}

process.stdout.write(
  `${table(['File', 'Parse (ms)', 'All rules (ms)', 'Rules / parse'], rows)}
Median of ${RUNS} runs, Node.js ${process.versions.node}, ESLint ${ESLint.version}.
`,
);
