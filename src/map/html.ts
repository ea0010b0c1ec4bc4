import { categoryDoc, CATEGORIES } from '../taxonomy/index.js';
import { rules } from '../rules/index.js';
import type {
  Cell,
  HandlingMap,
  MapReport,
  MapStep,
  OperationLine,
  OwnLine,
  TransactionTable,
  Verdict,
  Way,
} from './handling-map.js';
import { STYLE } from './html-style.js';
import { columnsOf, groupsOf, ownName, titleOf, totalsOf, type Group } from './phrases.js';
import { HEADS, LEGEND, MARKS } from './words.js';

/** How a page is made. */
export interface PageOptions {
  /** Whether the errors of each cell are shown from the start; the reader can open them in any case. */
  readonly rows: boolean;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A message quotes code in backticks. */
const prose = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const hidden = (text: string): string => `<span class="hidden">${escaped(text)}</span>`;

/** What a verdict is called where its mark cannot be seen. */
const SPOKEN: Readonly<Record<Verdict, string>> = {
  right: 'Handled: ',
  wrong: 'Wrong: ',
  open: 'Open: ',
  impossible: 'Cannot happen',
};

/** The steps that a report is most often about, so that they stand out in a wrong cell. */
const KEY_STEPS: ReadonlySet<MapStep['kind']> = new Set([
  'sends-again',
  'tries-again',
  'replays',
  'swallowed',
  'left-open',
  'commits',
  'unheard',
  'begins',
]);

/** One page: where its anchors are, and how it is made. */
interface Page {
  readonly options: PageOptions;
  readonly file: string;
  readonly anchor: string;
}

/**
 * Maps as one HTML page that needs nothing else.
 *
 * @param maps - The maps of the files, those without a transaction among them.
 * @param options - How the page is made.
 * @returns The page.
 */
export function htmlPage(maps: readonly HandlingMap[], options: PageOptions): string {
  const shown = maps.filter((map) => map.tables.length > 0 || map.others.length > 0);
  const totals = totalsOf(maps);
  const total = (verdict: Verdict, words: string): string =>
    `<li class="${verdict}"><b>${totals.cells[verdict]}</b><span>${hidden(`${MARKS[verdict]} `)}${words}</span></li>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Handling of transaction errors</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#maps">Skip to the maps</a>
<header>
<h1>Handling of transaction errors</h1>
<p class="lead">What the program does next when an operation of a transactional Kafka producer fails, by the error categories of KIP-1050.</p>
<ul class="totals">
<li><b>${totals.transactions}</b><span>${totals.transactions === 1 ? 'transaction' : 'transactions'} in ${shown.length} ${shown.length === 1 ? 'file' : 'files'}</span></li>
${total('wrong', `cells wrong, ${totals.reports} ${totals.reports === 1 ? 'report' : 'reports'}`)}
${total('open', 'cells open')}
${total('right', 'cells handled')}
</ul>
<div class="tools">
<label><input type="checkbox" id="wrong-only"> Only what is wrong</label>
${guide()}
</div>
${contents(shown)}
</header>
<main id="maps" tabindex="-1">
${shown.length === 0 ? '<p>None of the files has a transaction.</p>' : ''}
${shown.map((map, index) => section(map, { options, file: map.file, anchor: `f${index + 1}` })).join('\n')}
</main>
<footer>Made by <code>kafka-transactions map</code> of eslint-plugin-kafka-transactions.</footer>
</body>
</html>
`;
}

function guide(): string {
  const marks = (Object.keys(MARKS) as Verdict[])
    .map((verdict) => `<dt>${MARKS[verdict]}</dt><dd>${LEGEND[verdict]}</dd>`)
    .join('');
  const categories = CATEGORIES.map(
    (category) => `<dt>${HEADS[category]}</dt><dd>${escaped(categoryDoc(category).duty)}</dd>`,
  ).join('');
  return `<details class="guide"><summary>How to read it</summary><dl>${marks}<dt>:23</dt><dd>the line where it is done</dd>${categories}</dl></details>`;
}

function contents(maps: readonly HandlingMap[]): string {
  if (maps.length < 2) return '';
  const items = maps.map((map, index) => {
    const wrong = totalsOf([map]).cells.wrong;
    return `<li><a href="#f${index + 1}">${escaped(map.file)}</a>${wrong > 0 ? ` <span>${MARKS.wrong} ${wrong}</span>` : ''}</li>`;
  });
  return `<nav aria-label="Files"><details${maps.length <= 12 ? ' open' : ''}><summary>Files</summary><ul>${items.join('')}</ul></details></nav>`;
}

const hasWrong = (table: TransactionTable): boolean => table.reports.length > 0;

function section(map: HandlingMap, page: Page): string {
  const isWrong = map.tables.some(hasWrong) || map.others.length > 0;
  const others =
    map.others.length === 0
      ? ''
      : `<article class="has-wrong"><h3>Also reported</h3>${reportList(map.others, page, 'o')}</article>`;
  const note = map.complete
    ? ''
    : '<p class="note">This file was too much to follow to its end: cells may lack ways.</p>';
  return `<section class="${isWrong ? 'has-wrong' : ''}" aria-labelledby="${page.anchor}">
<h2 id="${page.anchor}">${escaped(map.file)}</h2>
${map.tables.map((table, index) => article(table, page, `${page.anchor}t${index + 1}`)).join('\n')}
${others}${note}
</section>`;
}

/** The roles are written down, since a narrow screen lays the table out in blocks, which takes them away. */
function article(table: TransactionTable, page: Page, anchor: string): string {
  const at = table.begun ?? table.operations[0]?.call;
  const title = titleOf(table);
  const columns = columnsOf(table);
  const count = table.reports.length;
  const tag =
    count > 0
      ? `<span class="tag">${MARKS.wrong} ${count} ${count === 1 ? 'report' : 'reports'}</span>`
      : `<span class="tag fine">${MARKS.right} no report</span>`;
  const lines = table.operations.map((line) => {
    const cells = columns.map(({ head, cellOf }) => {
      const cell = cellOf(line);
      return cell ? cellHtml(cell, head, page, anchor, table) : '<td role="cell"></td>';
    });
    const isWrong = line.cells.some((c) => c.verdict === 'wrong');
    return `<tr role="row" class="${isWrong ? 'has-wrong' : ''}"><th scope="row" role="rowheader"><b>${line.operation}</b> ${place(page, line)}<code>${escaped(line.code)}</code></th>${cells.join('')}</tr>`;
  });
  const own = table.own.map((line) => ownHtml(line, columns.length, page, anchor, table));
  return `<article class="${count > 0 ? 'has-wrong' : ''}" id="${anchor}">
<h3 id="${anchor}h">${escaped(sentence(title))} <span class="place">${escaped(page.file)}:${at?.line ?? 1}</span> ${tag}</h3>
<div class="scroll" role="region" aria-labelledby="${anchor}h" tabindex="0">
<table role="table">
<caption class="hidden">What happens after each error of the ${escaped(title)}, line ${at?.line ?? 1}</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Operation</th>${columns.map((c) => `<th scope="col" role="columnheader">${escaped(c.head)}</th>`).join('')}</tr></thead>
<tbody role="rowgroup">
${[...lines, ...own].join('\n')}
</tbody>
</table>
</div>
${count > 0 ? reportList(table.reports, page, `${anchor}r`) : ''}
</article>`;
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const place = (page: Page, { call }: OperationLine): string =>
  `<span class="at" title="${escaped(page.file)}:${call.line}:${call.column}">:${call.line}</span>`;

function cellHtml(cell: Cell, head: string, page: Page, anchor: string, table: TransactionTable): string {
  const body =
    cell.verdict === 'impossible'
      ? `<span aria-hidden="true">${MARKS.impossible}</span>${hidden(SPOKEN.impossible)}`
      : groupsOf(cell)
          .map((group) => groupHtml(group, page, anchor, table))
          .join('');
  const rows =
    cell.rows.length === 0
      ? ''
      : `<details class="rows"${page.options.rows ? ' open' : ''}><summary>${cell.rows.length} ${cell.rows.length === 1 ? 'error' : 'errors'}${hidden(` of ${head}`)}</summary><ul>${cell.rows
          .map(
            ({ row, verdict, ways }) =>
              `<li class="group ${verdict}"><span class="mark" aria-hidden="true">${MARKS[verdict]}</span><span>${hidden(SPOKEN[verdict])}<span class="name">${row === 'unknown' ? 'an unknown error' : row}</span> ${waysHtml(ways, page)}</span></li>`,
          )
          .join('')}</ul></details>`;
  return `<td role="cell" class="${cell.verdict}" data-head="${escaped(head)}">${body}${rows}</td>`;
}

function groupHtml(group: Group, page: Page, anchor: string, table: TransactionTable): string {
  const { verdict, ways, rows, reports } = group;
  const names = reports.map((number) => {
    const report = table.reports.find((r) => r.number === number);
    return `<a class="rule" href="#${anchor}r${number}">${number} <code>${report?.rule ?? ''}</code></a>`;
  });
  const of = rows === undefined ? '' : `<span class="of">${escaped(rows)}</span>`;
  return `<div class="group ${verdict}"><span class="mark" aria-hidden="true">${MARKS[verdict]}</span><div>${hidden(SPOKEN[verdict])}${of}${waysHtml(ways, page)}${names.join('')}</div></div>`;
}

function waysHtml(ways: readonly Way[], page: Page): string {
  return ways
    .map((way) => {
      const steps = way.map(
        ({ kind, words, place: at }, index) =>
          `${index > 0 ? hidden(', then ') : ''}<span class="step${KEY_STEPS.has(kind) ? ' key' : ''}">${index > 0 ? '<span class="arrow" aria-hidden="true">→</span>' : ''}${escaped(words)} <span class="at" title="${escaped(page.file)}:${at.line}:${at.column}">:${at.line}</span></span>`,
      );
      return `<span class="way">${way.length === 0 ? 'not followed' : steps.join(' ')}</span>`;
    })
    .join(' ');
}

function ownHtml(
  line: OwnLine,
  columns: number,
  page: Page,
  anchor: string,
  table: TransactionTable,
): string {
  const group: Group = { verdict: line.verdict, ways: line.ways, rows: undefined, reports: line.reports };
  return `<tr role="row" class="${line.verdict === 'wrong' ? 'has-wrong' : ''}"><th scope="row" role="rowheader"><b>${escaped(sentence(ownName(line)))}</b></th><td role="cell" class="${line.verdict}" colspan="${columns}" data-head="${escaped(ownName(line))}">${groupHtml(group, page, anchor, table)}</td></tr>`;
}

function reportList(reports: readonly MapReport[], { file }: Page, anchor: string): string {
  const items = reports.map(({ number, rule, place: at, message }) => {
    const url = rules[rule].meta.docs?.url ?? '';
    return `<li id="${anchor}${number}" value="${number}"><a href="${escaped(url)}"><code>${rule}</code></a> <span class="place">${escaped(file)}:${at.line}:${at.column}</span><p>${prose(message)}</p></li>`;
  });
  return `<ol class="reports">${items.join('')}</ol>`;
}
