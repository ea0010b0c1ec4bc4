// The pages that the pictures in docs/handling-map.md are taken of: what `kafka-transactions map` gives for files of the examples.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtPlugin, root } from './built-plugin.mjs';

const TERMINAL = ['src/mistakes/place-order.ts'];
const PAGE = ['src/mistakes/place-order.ts', 'src/mistakes/reserve-stock.ts', 'src/correct/place-order.ts'];
const WIDTH = 132;

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What ends and begins a look in a terminal's text. */
const LOOKS = new Map([
  ['1', 'strong'],
  ['2', 'faint'],
  ['31', 'red'],
  ['32', 'green'],
  ['33', 'yellow'],
]);

/**
 * A terminal's text as HTML.
 *
 * @param {string} text
 */
function painted(text) {
  /** @type {Set<string>} */
  const on = new Set();
  return text
    .split(/\u001B\[(\d+)m/)
    .map((part, index) => {
      if (index % 2 === 0) {
        return on.size === 0 || part === ''
          ? escaped(part)
          : `<span class="${[...on].join(' ')}">${escaped(part)}</span>`;
      }
      const look = LOOKS.get(part);
      if (look !== undefined) on.add(look);
      else if (part === '39') for (const color of ['red', 'green', 'yellow']) on.delete(color);
      else for (const weight of ['strong', 'faint']) on.delete(weight);
      return '';
    })
    .join('');
}

/**
 * Runs the command in a copy of the example, where no configuration is in reach.
 *
 * @param {string} folder
 * @param {readonly string[]} args
 */
function output(folder, args) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist', 'kafka-transactions.js'), 'map', ...args],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, COLUMNS: String(WIDTH) } },
  );
  if (stderr !== '') throw new Error(stderr);
  return stdout;
}

const STYLE = `
body { margin: 0; background: #e4e6ea; padding: 28px; width: max-content; }
main { background: #16191d; color: #d6d9dd; border-radius: 10px; overflow: hidden; box-shadow: 0 8px 30px #0004; }
header { background: #262a30; padding: 10px 14px; display: flex; gap: 8px; }
header i { width: 12px; height: 12px; border-radius: 50%; background: #4b515a; }
pre { margin: 0; padding: 16px 20px 20px; font: 14px/1.165 'DejaVu Sans Mono', monospace; }
.strong { font-weight: 700; } .faint { color: #838b95; }
.red { color: #ff7b72; } .green { color: #7ee2a0; } .yellow { color: #f2cc60; }
`;

/** @param {string} text */
const terminalPage = (text) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>kafka-transactions map</title>
<style>${STYLE}</style>
<main>
<header><i></i><i></i><i></i></header>
<pre>
<span class="faint">$</span> npx kafka-transactions map ${TERMINAL.join(' ')}
${painted(text)}</pre>
</main>
</html>
`;

/**
 * What each picture is taken of.
 *
 * @returns {Promise<{ terminal: string, page: string }>} HTML pages.
 */
export async function mapPages() {
  await builtPlugin();
  const folder = mkdtempSync(join(tmpdir(), 'map-pictures-'));
  try {
    cpSync(join(root, 'examples', 'order-service', 'src'), join(folder, 'src'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    return {
      terminal: terminalPage(output(folder, ['--color', ...TERMINAL]).trimEnd()),
      page: output(folder, ['--html', ...PAGE]),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
