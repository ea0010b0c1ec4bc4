import type { HandlingMap, MapReport, OperationLine, TransactionTable, Verdict } from './handling-map.js';
import {
  cellPhrases,
  columnsOf,
  listedCells,
  ownName,
  ownPhrase,
  phraseText,
  rowPhrases,
  titleOf,
  totalsOf,
  totalsText,
  type Phrase,
} from './phrases.js';
import { HEADS, LEGEND, MARKS } from './words.js';

/** How a text is to look. */
export type Look = Verdict | 'strong' | 'faint';

/** How a map is laid out for a terminal. */
export interface TerminalOptions {
  /** How many characters a line has. */
  readonly width: number;
  /** A line for each row of the taxonomy instead of one for each category. */
  readonly rows: boolean;
  /** Gives a text its look; leaves it as it is where there is no colour. */
  readonly paint: (look: Look, text: string) => string;
}

/** The narrowest column in which a cell can be read. */
const NARROWEST_CELL = 15;
const WIDEST = 160;

/** A line of a cell: its text, and how it looks. */
interface Piece {
  readonly text: string;
  readonly look: Look | undefined;
}

/**
 * Maps for a terminal.
 *
 * @param maps - The maps of the files, those without a transaction among them.
 * @param options - Width and looks.
 * @returns The text, with a line feed at its end.
 */
export function terminalText(maps: readonly HandlingMap[], options: TerminalOptions): string {
  const { paint } = options;
  const width = Math.min(options.width, WIDEST);
  const out: string[] = [];
  for (const map of maps) {
    if (map.tables.length === 0 && map.others.length === 0) continue;
    for (const table of map.tables) {
      const at = table.begun ?? table.operations[0]?.call;
      const widths = options.rows ? undefined : widthsOf(table, columnsOf(table).length, width);
      out.push(
        ...wrapped(`${map.file}:${at?.line ?? 1}`, width).map((l) => paint('strong', l)),
        ...wrapped(titleOf(table), width),
      );
      out.push(...(widths ? gridded(table, widths, options) : stacked(table, width, options)));
      out.push(...footnotes(map.file, table.reports, width, options), '');
    }
    if (map.others.length > 0) {
      out.push(...wrapped(`${map.file}: also reported`, width).map((l) => paint('strong', l)));
      out.push(...footnotes(map.file, map.others, width, options), '');
    }
    if (!map.complete)
      out.push(...wrapped(`${map.file} was too much to follow to its end: cells may lack ways.`, width), '');
  }
  const legend = (Object.keys(MARKS) as Verdict[])
    .map((verdict) => paint(verdict, `${MARKS[verdict]} ${LEGEND[verdict]}`))
    .join('   ');
  if (out.length > 0) out.push(legend);
  out.push(totalsText(totalsOf(maps)));
  return `${out.join('\n')}\n`;
}

function footnotes(
  file: string,
  reports: readonly MapReport[],
  width: number,
  { paint }: TerminalOptions,
): string[] {
  return reports.flatMap(({ number, rule, place, message }) => {
    const head = `[${number}] `;
    const [first = '', ...rest] = wrapped(
      `${file}:${place.line}:${place.column} ${rule}`,
      width - head.length,
    );
    const indent = ' '.repeat(head.length);
    return [
      paint('wrong', `${head}${first}`),
      ...rest.map((l) => paint('wrong', indent + l)),
      ...wrapped(message, width - head.length).map((l) => indent + l),
    ];
  });
}

/** Breaks a text into lines; a word that is longer than a line is cut. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const given of text.split(' ')) {
    let word = given;
    if (line !== '' && line.length + 1 + word.length > width) {
      const room = width - line.length - 1;
      // A word that fits on no line begins on this one, if it can be broken there.
      const cut = word.length > width && room > 3 ? breakIn(word, room) : 0;
      if (isBreak(word, cut)) {
        line = `${line} ${word.slice(0, cut)}`;
        word = word.slice(cut);
      }
      lines.push(line);
      line = '';
    }
    while (word.length > width) {
      const cut = breakIn(word, width);
      lines.push(word.slice(0, cut));
      word = word.slice(cut);
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}

/** Whether a part of a word ends there. */
const isBreak = (word: string, at: number): boolean =>
  at > 0 && at < word.length && (/[/.-]/.test(word[at - 1] ?? '') || /[A-Z]/.test(word[at] ?? ''));

/** Where a word that is too long is best broken: after a slash, dot or hyphen. */
function breakIn(word: string, width: number): number {
  const at = Math.max(...['/', '.', '-'].map((c) => word.lastIndexOf(c, width - 1)));
  if (at > width / 3) return at + 1;
  // A name is broken where one of its words begins.
  const capital = word.slice(1, width).search(/[A-Z][a-z]*$/) + 1;
  return capital > width / 3 ? capital : width;
}

const piecesOf = (phrase: Phrase, width: number): Piece[] =>
  wrapped(phraseText(phrase), width - 2).map((text, index) => ({
    text: index === 0 ? text : `  ${text}`,
    look: phrase.verdict,
  }));

/** How wide the columns of a table are, the operations first; undefined where a line has no room for them. */
function widthsOf(table: TransactionTable, columns: number, width: number): readonly number[] | undefined {
  const names = table.operations.map((line) => Math.max(line.code.length, line.operation.length + 7));
  const first = Math.min(26, Math.max(16, ...names));
  const room = width - first - 1 - (columns + 1) * 3 + 2;
  const widths = Array.from({ length: columns }, (_, i) => Math.floor((room - i) / columns));
  return widths.every((w) => w >= NARROWEST_CELL) ? [first, ...widths] : undefined;
}

function gridded(table: TransactionTable, widths: readonly number[], { paint }: TerminalOptions): string[] {
  const columns = columnsOf(table);
  const [first = 0] = widths;
  const rule = (left: string, middle: string, right: string): string =>
    paint('faint', `${left}${widths.map((w) => '─'.repeat(w + 2)).join(middle)}${right}`);
  /** A rule beside a cell that spans all columns but the first. */
  const spanned = (left: string, after: string, right: string, middle: string): string => {
    const [name = '', ...others] = widths.map((w) => '─'.repeat(w + 2));
    return paint('faint', `${left}${name}${after}${others.join(middle)}${right}`);
  };
  const bar = paint('faint', '│');
  const row = (cells: readonly (readonly Piece[])[]): string[] => {
    const height = Math.max(...cells.map((c) => c.length));
    return Array.from({ length: height }, (_, y) => {
      const parts = cells.map((pieces, x) => {
        const piece = pieces[y];
        const text = (piece?.text ?? '').padEnd(widths[x] ?? 0);
        return ` ${piece?.look ? paint(piece.look, text) : text} `;
      });
      return `${bar}${parts.join(bar)}${bar}`;
    });
  };
  const nameOf = (line: OperationLine): Piece[] => [
    { text: `${line.operation} :${line.call.line}`, look: 'strong' },
    ...wrapped(line.code, first).map((text): Piece => ({ text, look: 'faint' })),
  ];
  const out = [rule('┌', '┬', '┐')];
  out.push(
    ...row([
      [{ text: 'Operation', look: 'strong' }],
      ...columns.map((c, i) =>
        wrapped(c.head, widths[i + 1] ?? 10).map((text): Piece => ({ text, look: 'strong' })),
      ),
    ]),
  );
  for (const line of table.operations) {
    out.push(rule('├', '┼', '┤'));
    out.push(
      ...row([
        nameOf(line),
        ...columns.map((column, i) => {
          const cell = column.cellOf(line);
          return cell ? cellPhrases(cell).flatMap((p) => piecesOf(p, widths[i + 1] ?? 10)) : [];
        }),
      ]),
    );
  }
  const whole = widths.slice(1).reduce((sum, w) => sum + w + 3, -3);
  for (const line of table.own) {
    out.push(spanned('├', '┼', '┤', line === table.own[0] ? '┴' : '─'));
    const name = wrapped(ownName(line), first).map((text): Piece => ({ text, look: 'strong' }));
    const pieces = piecesOf(ownPhrase(line), whole);
    for (let y = 0; y < Math.max(name.length, pieces.length); y++) {
      const left = (name[y]?.text ?? '').padEnd(first);
      const right = (pieces[y]?.text ?? '').padEnd(whole);
      out.push(`${bar} ${paint('strong', left)} ${bar} ${paint(line.verdict, right)} ${bar}`);
    }
  }
  out.push(table.own.length > 0 ? spanned('└', '┴', '┘', '─') : rule('└', '┴', '┘'));
  return out;
}

function stacked(table: TransactionTable, width: number, { paint, rows }: TerminalOptions): string[] {
  const out: string[] = [];
  const item = (indent: string, label: string, phrase: Phrase): void => {
    const [first = '', ...rest] = wrapped(phraseText(phrase), Math.max(20, width - indent.length - 2));
    if (label !== '') out.push(...wrapped(label, width - indent.length).map((l) => `${indent}${l}`));
    out.push(`${indent}${paint(phrase.verdict, first)}`);
    out.push(...rest.map((l) => `${indent}  ${paint(phrase.verdict, l)}`));
  };
  for (const line of table.operations) {
    out.push(
      ...wrapped(`${line.operation} :${line.call.line}`, width).map((l) => paint('strong', l)),
      ...wrapped(line.code, width - 2).map((l) => `  ${paint('faint', l)}`),
    );
    if (rows) {
      for (const cell of line.cells) {
        const phrases = rowPhrases(cell);
        if (phrases.length === 0)
          item('  ', HEADS[cell.category], {
            verdict: cell.verdict,
            ways: '',
            rows: undefined,
            reports: cell.reports,
          });
        else {
          out.push(`  ${HEADS[cell.category]}`);
          for (const phrase of phrases) item('    ', '', phrase);
        }
      }
    } else {
      for (const { heads, cell } of listedCells(line)) {
        const [first, ...more] = cellPhrases(cell);
        if (first) item('  ', heads.join(', '), first);
        for (const phrase of more) item('  ', '', phrase);
      }
    }
  }
  for (const line of table.own) {
    out.push(paint('strong', ownName(line)));
    item('  ', '', ownPhrase(line));
  }
  return out;
}
