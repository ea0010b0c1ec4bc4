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
import { profileOf } from '../clients/index.js';
import { HEADS, MARKS, OWN_NAMES } from './words.js';

/** What a cell says, in the pieces that every layout is made of. */
export interface Phrase {
  readonly verdict: Verdict;
  /** `aborts :23 → surfaces :26, or closes :30` */
  readonly ways: string;
  /** Which rows, where the cell's rows are not handled alike. */
  readonly rows: string | undefined;
  readonly reports: readonly number[];
}

const MOST_WAYS = 4;

const stepText = ({ words, place }: MapStep): string => `${words} :${String(place.line)}`;

/** Ways as texts: those that begin alike are told together. */
function alternatives(ways: readonly Way[]): readonly string[] {
  const groups = new Map<string, Way[]>();
  for (const way of ways) {
    const [first] = way;
    const key = first ? stepText(first) : 'not followed';
    groups.set(key, [...(groups.get(key) ?? []), way.slice(1)]);
  }
  return [...groups].map(([first, rests]) => {
    const further = rests.filter((rest) => rest.length > 0);
    if (further.length === 0) return first;
    const next = alternatives(further);
    const text = next.join(' or ');
    // What comes next at times only.
    if (further.length < rests.length) return `${first} (→ ${text})`;
    return `${first} → ${next.length > 1 ? `(${text})` : text}`;
  });
}

function waysText(ways: readonly Way[]): string {
  const texts = alternatives(ways);
  const said = texts.slice(0, MOST_WAYS).join(', or ');
  return texts.length > MOST_WAYS ? `${said}, or ${counted(texts.length - MOST_WAYS, 'other way')}` : said;
}

/** How many rows a cell names. */
const FEW_ROWS = 2;

const rowName = (row: string): string => (row === 'unknown' ? 'an unknown error' : row);

function rowsText(rows: readonly string[], most: number): string {
  const named = rows.slice(0, most).map(rowName).join(', ');
  return rows.length > most ? `${named} and ${rows.length - most} more` : named;
}

/** The rows of a cell that are handled alike. */
export interface Group {
  readonly verdict: Verdict;
  readonly ways: readonly Way[];
  /** Which rows, where the cell's rows are not handled alike. */
  readonly rows: string | undefined;
  readonly reports: readonly number[];
}

/** What a cell says: one group, or one for each way in which rows are handled, the largest last. */
export function groupsOf(cell: Cell): readonly Group[] {
  if (cell.rows.length === 0)
    return [{ verdict: cell.verdict, ways: [], rows: undefined, reports: cell.reports }];
  const most = Math.max(...cell.handling.map((h) => h.rows.length));
  const rest = cell.handling.find((h) => h.rows.length === most && most > FEW_ROWS);
  const groups = [...cell.handling.filter((h) => h !== rest), ...(rest ? [rest] : [])].map((group): Group => {
    const { rows, ways } = group;
    const mine = cell.rows.filter((r) => rows.includes(r.row));
    return {
      verdict: worst(mine.map((r) => r.verdict)),
      ways,
      rows: cell.handling.length < 2 ? undefined : group === rest ? 'the others' : rowsText(rows, FEW_ROWS),
      reports: mine[0]?.reports ?? [],
    };
  });
  const said = new Set(groups.flatMap((g) => g.reports));
  const more = cell.reports.filter((r) => !said.has(r));
  return more.length > 0
    ? [...groups, { verdict: 'wrong', ways: [], rows: undefined, reports: more }]
    : groups;
}

/** What a cell says, group by group. */
export const cellPhrases = (cell: Cell): readonly Phrase[] =>
  groupsOf(cell).map((group) => ({ ...group, ways: waysText(group.ways) }));

/** One phrase for each row of a cell. */
export const rowPhrases = (cell: Cell): readonly Phrase[] =>
  cell.rows.map(({ row, verdict, ways, reports }) => ({
    verdict,
    ways: waysText(ways),
    rows: rowName(row),
    reports,
  }));

export const ownPhrase = ({ verdict, ways, reports }: OwnLine): Phrase => ({
  verdict,
  ways: waysText(ways),
  rows: undefined,
  reports,
});

const ORDER: readonly Verdict[] = ['wrong', 'open', 'right', 'impossible'];
const worst = (verdicts: readonly Verdict[]): Verdict =>
  ORDER.find((verdict) => verdicts.includes(verdict)) ?? 'impossible';

/** A phrase in one line: `✗ sends again :23 [1]`. */
export function phraseText({ verdict, ways, rows, reports }: Phrase): string {
  const of = rows === undefined ? '' : `${rows}: `;
  const text = verdict === 'impossible' ? '' : ` ${of}${ways}`;
  return `${MARKS[verdict]}${text}${reports.map((r) => ` [${r}]`).join('')}`;
}

/** A column of a table: a category, or the two retriable ones where the table tells them nowhere apart. */
export interface Column {
  readonly head: string;
  readonly cellOf: (line: OperationLine) => Cell | undefined;
}

/** The columns of a table. */
export function columnsOf(table: TransactionTable): readonly Column[] {
  const categories = table.operations[0]?.cells.map((c) => c.category) ?? [];
  const isAlike = table.operations.every(({ cells }) => {
    const [first, second] = cells;
    return !first || !second || cellText(first) === cellText(second) || second.rows.length === 0;
  });
  return categories.flatMap((category, index): Column[] => {
    if (isAlike && category === 'producer-refresh-retriable') return [];
    return [{ head: HEADS[category], cellOf: (line) => line.cells[index] }];
  });
}

const cellText = (cell: Cell): string => cellPhrases(cell).map(phraseText).join('; ');

/** The categories of a line with the same cell, for layouts that list them below each other. */
export function listedCells(
  line: OperationLine,
): readonly { readonly heads: readonly string[]; readonly cell: Cell }[] {
  const found: { heads: string[]; cell: Cell; key: string }[] = [];
  for (const cell of line.cells) {
    const key = `${cell.verdict} ${cellText(cell)}`;
    const known = found.find((f) => f.key === key);
    if (known) known.heads.push(HEADS[cell.category]);
    else found.push({ heads: [HEADS[cell.category]], cell, key });
  }
  return found;
}

/** What a table is about: `transaction of placeOrder (kafkajs)`. */
export function titleOf({ of, within, begun, client }: TransactionTable): string {
  const where = within ?? 'the top level';
  const what =
    of === 'producer'
      ? 'producer initialised in'
      : begun
        ? 'transaction begun in'
        : 'transaction received by';
  return `${what} ${where} (${profileOf(client).label})`;
}

export const ownName = (line: OwnLine): string => OWN_NAMES[line.of];

/** How many cells of each verdict there are, and how many reports. */
export interface Totals {
  readonly files: number;
  readonly transactions: number;
  readonly cells: Readonly<Record<Verdict, number>>;
  readonly reports: number;
}

/** The totals of maps. */
export function totalsOf(maps: readonly HandlingMap[]): Totals {
  const cells: Record<Verdict, number> = { right: 0, wrong: 0, open: 0, impossible: 0 };
  const reports = new Set<string>();
  let transactions = 0;
  const count = (file: string, all: readonly MapReport[]): void => {
    for (const r of all) reports.add(`${file}:${r.place.line}:${r.place.column} ${r.rule}`);
  };
  for (const map of maps) {
    count(map.file, map.others);
    for (const table of map.tables) {
      if (table.of === 'transaction') transactions++;
      count(map.file, table.reports);
      for (const line of table.operations) for (const cell of line.cells) cells[cell.verdict]++;
      for (const line of table.own) cells[line.verdict]++;
    }
  }
  return { files: maps.length, transactions, cells, reports: reports.size };
}

const counted = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? '' : 's'}`;

/** The totals in a line. */
export function totalsText({ files, transactions, cells, reports }: Totals): string {
  return [
    `${counted(transactions, 'transaction')} in ${counted(files, 'file')}`,
    `${MARKS.right} ${cells.right} handled`,
    `${MARKS.wrong} ${cells.wrong} wrong (${counted(reports, 'report')})`,
    `${MARKS.open} ${cells.open} open`,
  ].join(', ');
}
