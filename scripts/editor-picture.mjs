// The page that docs/images/editor.png is a picture of: the README's example as an editor shows it, with what ESLint reports of it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { builtPlugin, root } from './built-plugin.mjs';

/** @typedef {import('eslint').Linter.LintMessage} LintMessage */

const FILE = 'src/publish.js';

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What colours a word: enough for the example. */
const WORDS = [
  ['comment', /\/\/.*/y],
  ['string', /'[^']*'/y],
  ['number', /\b\d+\b/y],
  ['control', /\b(?:import|from|export|try|catch|if|await|return)\b/y],
  ['keyword', /\b(?:const|async|function|new|true)\b/y],
  ['call', /\b\w+(?=\()/y],
  ['name', /\b[A-Za-z_]\w*\b/y],
];

/**
 * The stretches of a line, each with the kind of its word and whether a report underlines it.
 *
 * @param {string} text
 * @param {(column: number) => boolean} isReported
 */
function coloured(text, isReported) {
  let html = '';
  let at = 0;
  while (at < text.length) {
    let length = 1;
    let kind = '';
    for (const [name, pattern] of WORDS) {
      const word = /** @type {RegExp} */ (pattern);
      word.lastIndex = at;
      const [match] = word.exec(text) ?? [];
      if (match !== undefined) {
        kind = String(name);
        length = match.length;
        break;
      }
    }
    const classes = [kind, isReported(at + 1) ? 'reported' : ''].filter(Boolean).join(' ');
    const part = escaped(text.slice(at, at + length));
    html += classes === '' ? part : `<span class="${classes}">${part}</span>`;
    at += length;
  }
  return html;
}

/**
 * Whether a report underlines a place.
 *
 * @param {LintMessage} message
 * @param {number} line
 * @param {number} column
 */
function covers(message, line, column) {
  const { line: first, column: start, endLine = first, endColumn = start + 1 } = message;
  const isAfterStart = line > first || (line === first && column >= start);
  const isBeforeEnd = line < endLine || (line === endLine && column < endColumn);
  return isAfterStart && isBeforeEnd;
}

/**
 * The page.
 *
 * @returns {Promise<string>} HTML.
 */
export async function editorPage() {
  const [, code = ''] =
    /^```js\n(\/\/ src\/publish\.js\n[^]*?)^```/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  const plugin = await builtPlugin();
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [plugin.configs['recommended'] ?? []].flat(),
  });
  const [result] = await eslint.lintText(code, { filePath: FILE });
  const messages = result?.messages ?? [];
  const lines = code
    .trimEnd()
    .split('\n')
    .map((text, index) => {
      const line = index + 1;
      const html = coloured(text, (column) => messages.some((message) => covers(message, line, column)));
      return `<div class="line"><span class="number-of-line">${line}</span><code>${html}</code></div>`;
    });
  const problems = messages.map(
    ({ line, column, message, ruleId }) =>
      `<li><span class="mark">✕</span><span>${escaped(message)} <span class="rule">eslint(${ruleId ?? ''})</span> ` +
      `<span class="place">[Ln ${line}, Col ${column}]</span></span></li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${FILE}</title>
<style>
body { margin: 0; width: 1080px; background: #1f1f1f; color: #d4d4d4; font: 14px/1.5 'DejaVu Sans', sans-serif; }
.tab { display: inline-block; padding: 8px 16px; border-top: 2px solid #0078d4; background: #1f1f1f; color: #f88070; }
.tabs, .head { background: #181818; }
.code { padding: 8px 0 14px; font: 14px/1.55 'DejaVu Sans Mono', monospace; }
.line { display: flex; }
.number-of-line { width: 44px; padding-right: 22px; text-align: right; color: #8a8a8a; }
code { font: inherit; white-space: pre; }
.comment { color: #6a9955; } .string { color: #ce9178; } .number { color: #b5cea8; }
.control { color: #c586c0; } .keyword { color: #569cd6; } .call { color: #dcdcaa; } .name { color: #9cdcfe; }
.reported { text-decoration: underline wavy #f14c4c 1px; text-underline-offset: 4px; }
.head { padding: 8px 16px; border-top: 1px solid #3c3c3c; font-size: 12px; letter-spacing: 0.04em; }
.head b { border-bottom: 1px solid #0078d4; padding-bottom: 4px; }
.count { background: #4d4d4d; border-radius: 9px; padding: 1px 7px; margin-left: 6px; }
ul { list-style: none; margin: 0; padding: 8px 16px 12px; font-size: 13px; }
li { display: flex; gap: 8px; padding: 3px 0; }
.mark { color: #f14c4c; } .rule { color: #4daafc; } .place { color: #9d9d9d; }
p { margin: 0; padding: 8px 16px; background: #181818; color: #9d9d9d; font-size: 12px; border-top: 1px solid #3c3c3c; }
</style>
<div class="tabs"><span class="tab">publish.js</span></div>
<div class="code">
${lines.join('\n')}
</div>
<div class="head"><b>PROBLEMS</b><span class="count">${messages.length}</span></div>
<ul>
${problems.join('\n')}
</ul>
<p>A rendering in the manner of the editor, made from what ESLint reports of this file.</p>
</html>
`;
}
