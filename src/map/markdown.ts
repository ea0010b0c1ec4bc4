import type { HandlingMap, MapReport, TransactionTable } from './handling-map.js';
import {
  cellPhrases,
  columnsOf,
  ownName,
  ownPhrase,
  phraseText,
  rowPhrases,
  titleOf,
  totalsOf,
  totalsText,
  type Phrase,
} from './phrases.js';
import { LEGEND, MARKS } from './words.js';

/** Text as it stands, whatever Markdown or HTML would make of it. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\`*_[\]<>|#]/g, (c) => (c === '<' ? '&lt;' : c === '>' ? '&gt;' : `\\${c}`));

/** Code in a cell of a table. */
const code = (text: string): string => {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replaceAll('|', '\\|')}${fence}`;
};

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const phrase = (p: Phrase): string => {
  const text = escaped(phraseText(p));
  return p.verdict === 'wrong' ? `**${text}**` : text;
};

const reportLine = (file: string, { number, rule, place, message }: MapReport): string =>
  `${number}. ${code(rule)} ${escaped(file)}:${place.line}:${place.column}: ${escapedMessage(message)}`;

/** A message quotes code in backticks, which Markdown reads as it is meant. */
const escapedMessage = (message: string): string =>
  message
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : escaped(part)))
    .join('');

function tableLines(table: TransactionTable, rows: boolean): string[] {
  const columns = columnsOf(table);
  const out = [
    line(['Operation', ...columns.map((c) => c.head)]),
    line(['---', ...columns.map(() => '---')]),
    ...table.operations.map((operation) =>
      line([
        `**${operation.operation}** :${operation.call.line}<br>${code(operation.code)}`,
        ...columns.map((column) => {
          const cell = column.cellOf(operation);
          if (!cell) return '';
          const phrases = rows && cell.rows.length > 0 ? rowPhrases(cell) : cellPhrases(cell);
          return phrases.map(phrase).join('<br>');
        }),
      ]),
    ),
    ...table.own.map((own) =>
      line([`**${ownName(own)}**`, phrase(ownPhrase(own)), ...columns.slice(1).map(() => '')]),
    ),
  ];
  return out;
}

/**
 * Maps as Markdown, as it is understood in comments on GitHub and GitLab.
 *
 * @param maps - The maps of the files.
 * @param options - `rows`: each error of the taxonomy by itself.
 * @returns The text, with a line feed at its end.
 */
export function markdownText(maps: readonly HandlingMap[], { rows }: { readonly rows: boolean }): string {
  const out: string[] = ['# Handling of transaction errors', '', totalsText(totalsOf(maps)), ''];
  for (const map of maps) {
    if (map.tables.length === 0 && map.others.length === 0) continue;
    out.push(`## ${escaped(map.file)}`, '');
    for (const table of map.tables) {
      const at = table.begun ?? table.operations[0]?.call;
      out.push(`### Line ${at?.line ?? 1}: ${escaped(titleOf(table))}`, '', ...tableLines(table, rows), '');
      if (table.reports.length > 0) out.push(...table.reports.map((r) => reportLine(map.file, r)), '');
    }
    if (map.others.length > 0)
      out.push('### Also reported', '', ...map.others.map((r) => reportLine(map.file, r)), '');
    if (!map.complete) out.push('This file was too much to follow to its end: cells may lack ways.', '');
  }
  out.push(
    Object.entries(MARKS)
      .map(([verdict, mark]) => `${mark} ${LEGEND[verdict as keyof typeof LEGEND]}`)
      .join(', '),
  );
  return `${out.join('\n')}\n`;
}
