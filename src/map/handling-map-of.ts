import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { profileOf, type ClientId } from '../clients/index.js';
import type { Analysis } from '../flow/analysis.js';
import type { Report, Scope, SeenCourse, StepKind } from '../flow/courses.js';
import { categoryOfVariant, maskOf, type ErrorSource, type VariantTable } from '../flow/errors.js';
import { speakerOf, type Finding, type FindingKind } from '../flow/finding.js';
import { enclosingClass, enclosingFunction, isFunction, memberName, staticName } from '../model/syntax.js';
import { rules, type RuleName } from '../rules/index.js';
import { CATEGORIES, OPERATIONS, type Category, type RowId } from '../taxonomy/index.js';
import type {
  Cell,
  HandlingMap,
  MapReport,
  MapRow,
  OperationLine,
  OwnLine,
  TransactionTable,
  Verdict,
  Way,
} from './handling-map.js';
import { stepWords } from './words.js';
import { isSettled, placeOf, waysKey, waysOf } from './ways.js';

/** The kinds of findings that are about what becomes of an error. */
export const HANDLING_KINDS: ReadonlySet<FindingKind> = new Set([
  'resend',
  'abortable-test',
  'abort-loop',
  'swallowed',
  'abort-after-commit',
  'replay',
  'commit-after-failed-send',
  'left-open',
  'futile-retry',
  'defunct-reuse',
  'floating',
  'unguarded-abort',
]);

/** What a finding says that the program does where there is no error. */
const STEP_OF: Readonly<Partial<Record<FindingKind, StepKind>>> = {
  'left-open': 'left-open',
  floating: 'unheard',
  'abort-after-commit': 'aborts',
  replay: 'replays',
};

type ErrorName = RowId | 'unknown';

/**
 * A finding in a table: with an error, it is about that error's rows; with `present`, about the errors that were on the way to
 * it; with neither, about the transaction.
 */
interface Fault {
  readonly finding: Finding;
  readonly report: MapReport;
  readonly notes: readonly Report[];
}

/** A finding, and the one that is reported for it. */
interface Spoken {
  readonly finding: Finding;
  readonly speaker: Finding;
}

/**
 * The map of a file.
 *
 * @param analysis - The file's analysis, with its record.
 * @param file - How the file is to be called.
 * @param reported - What the rules report, which an analysis without a record has found: a record makes more ways to be told apart, of
 * which some may be dropped.
 * @returns For each transaction what the program does next after each operation's errors.
 */
export function handlingMapOf(
  analysis: Analysis,
  file: string,
  reported: readonly Finding[] = analysis.findings,
): HandlingMap {
  const { interpreter: it, findings, all } = analysis;
  const seen = [...(it.courses?.seen ?? [])];
  const notes = it.courses?.reports ?? [];
  const scopes = [...new Set(seen.map((s) => s.course.scope))];
  const placed = new Map(scopes.map((scope) => [scope, [] as Spoken[]]));
  const missed = reported.filter((r) => !findings.some((f) => f.kind === r.kind && f.node === r.node));
  const unplaced = new Set([...findings, ...missed]);
  for (const finding of all) {
    const speaker = HANDLING_KINDS.has(finding.kind) ? speakerOf(finding, findings) : undefined;
    if (!speaker || !HANDLING_KINDS.has(speaker.kind)) continue;
    for (const home of homesOf(finding, scopes, seen, notes)) {
      placed.get(home)?.push({ finding, speaker });
      unplaced.delete(speaker);
    }
  }
  const tables = scopes
    .map((scope) =>
      tableOf(
        scope,
        seen.filter((s) => s.course.scope === scope),
        faultsIn(scope, placed.get(scope) ?? [], notes),
        (node) => it.sourceCode.getText(node),
      ),
    )
    .filter((table) => table.operations.length > 0)
    .sort((a, b) => firstLine(a) - firstLine(b));
  return {
    file,
    tables,
    others: [...unplaced].map((f, index) => reportOf(f, index + 1)),
    complete: !it.exhausted && missed.length === 0 && tables.every(isFollowed),
  };
}

function faultsIn(scope: Scope, spoken: readonly Spoken[], notes: readonly Report[]): readonly Fault[] {
  const speakers = [...new Set(spoken.map((s) => s.speaker))].sort(
    (a, b) => a.node.range[0] - b.node.range[0],
  );
  const reports = new Map(speakers.map((speaker, index) => [speaker, reportOf(speaker, index + 1)]));
  return spoken.flatMap(({ finding, speaker }) => {
    const report = reports.get(speaker);
    const mine = notesOf(finding, notes).filter((n) => !n.scope || n.scope === scope);
    return report ? [{ finding, report, notes: mine }] : [];
  });
}

const numbersOf = (faults: readonly Fault[]): readonly number[] =>
  [...new Set(faults.map((f) => f.report.number))].sort((a, b) => a - b);

const firstLine = (table: TransactionTable): number =>
  Math.min(table.begun?.line ?? Infinity, ...table.operations.map((o) => o.call.line));

const notesOf = (finding: Finding, notes: readonly Report[]): readonly Report[] =>
  notes.filter((n) => n.kind === finding.kind && n.node === finding.node && n.error === finding.error);

/** The transactions that a finding is about. */
function homesOf(
  finding: Finding,
  scopes: readonly Scope[],
  seen: readonly SeenCourse[],
  notes: readonly Report[],
): readonly Scope[] {
  const own = notesOf(finding, notes);
  const told = new Set(own.flatMap((n) => n.scope ?? []));
  if (told.size > 0) return [...told];
  if (finding.error !== undefined)
    return [...new Set(seen.filter((s) => s.source.id === finding.error).map((s) => s.course.scope))];
  const begun = scopes.filter((s) => s.begun && (s.begun === finding.node || s.begun === finding.related));
  if (begun.length > 0) return begun;
  const present = new Set(own.flatMap((n) => n.present.map((p) => p.scope)));
  if (present.size > 0) return [...present];
  const nodes: ReadonlySet<TSESTree.Node | undefined> = new Set([finding.call, finding.deed, finding.node]);
  const bySource = new Set(seen.filter((s) => nodes.has(s.source.node)).map((s) => s.course.scope));
  if (bySource.size > 0) return [...bySource];
  // A call that leads to operations of a transaction: those within it, or else those around it.
  const around = seen.filter(
    (s) => contains(finding.node, s.source.node) || contains(enclosingFunction(finding.node), s.source.node),
  );
  return [...new Set(around.map((s) => s.course.scope))];
}

const contains = (outer: TSESTree.Node | undefined, inner: TSESTree.Node): boolean =>
  outer !== undefined && inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1];

const RULE_OF: ReadonlyMap<FindingKind, RuleName> = new Map(
  Object.values(rules).flatMap((rule) => rule.kinds.map((kind) => [kind, rule.name as RuleName] as const)),
);

function reportOf(finding: Finding, number: number): MapReport {
  const rule = RULE_OF.get(finding.kind);
  if (!rule) throw new Error(`No rule takes ${finding.kind}`);
  return { number, rule, place: placeOf(finding.node), message: rules[rule].text(finding) };
}

function tableOf(
  scope: Scope,
  seen: readonly SeenCourse[],
  faults: readonly Fault[],
  textOf: (node: TSESTree.Node) => string,
): TransactionTable {
  const sources = [...new Map(seen.map((s) => [s.source.id, s.source])).values()];
  const raising = sources.filter((s): s is ErrorSource & { table: VariantTable } => s.table !== undefined);
  const client: ClientId = raising[0]?.table.client ?? 'kafkajs';
  const said = new Set<number>();
  const operations = raising
    .map((source): OperationLine => {
      const courses = seen.filter((s) => s.source.id === source.id);
      const cells = cellsOf(source, courses, faults);
      for (const cell of cells) for (const number of cell.reports) said.add(number);
      return {
        operation: source.table.operation,
        call: placeOf(source.node),
        code: shortened(textOf(source.node)),
        cells,
      };
    })
    .sort(
      (a, b) =>
        Number(b.operation === 'begin') - Number(a.operation === 'begin') ||
        a.call.line - b.call.line ||
        a.call.column - b.call.column ||
        OPERATIONS.indexOf(a.operation) - OPERATIONS.indexOf(b.operation),
    );
  const own: OwnLine[] = [];
  const ownSources = new Set(sources.filter((s) => !s.table).map((s) => s.id));
  if (ownSources.size > 0) {
    const mine = faults.filter((f) =>
      f.notes.some((n) => n.present.some((p) => ownSources.has(p.source.id))),
    );
    for (const fault of mine) said.add(fault.report.number);
    const ways = waysOf(
      seen.filter((s) => ownSources.has(s.source.id)),
      'own',
      undefined,
    );
    own.push({
      of: 'own',
      verdict: mine.length > 0 ? 'wrong' : isSettled(ways, 'own', undefined) ? 'right' : 'open',
      ways,
      reports: numbersOf(mine),
    });
  }
  const missing = faults.filter((f) => !said.has(f.report.number));
  if (missing.length > 0) {
    const ways = missing.map(({ finding }): Way => {
      const kind = STEP_OF[finding.kind] ?? 'goes-on';
      return [{ kind, words: stepWords(kind, 'none'), place: placeOf(finding.node) }];
    });
    own.push({ of: 'none', verdict: 'wrong', ways, reports: numbersOf(missing) });
  }
  const place = scope.begun ?? scope.entry;
  return {
    of: scope.of,
    client,
    within: scope.begun
      ? nameOf(enclosingFunction(scope.begun))
      : isFunction(place ?? scope.begun ?? NONE)
        ? nameOf(scope.entry)
        : undefined,
    begun: scope.begun ? placeOf(scope.begun) : undefined,
    operations,
    own,
    reports: [...new Map(faults.map((f) => [f.report.number, f.report])).values()].sort(
      (a, b) => a.number - b.number,
    ),
  };
}

const NONE = { type: T.EmptyStatement } as TSESTree.Node;

/** The rows of a fault of an operation: all of a category where the finding names none. */
function faultsOf(
  source: ErrorSource & { table: VariantTable },
  row: ErrorName,
  bit: bigint,
  faults: readonly Fault[],
): readonly Fault[] {
  return faults.filter(({ finding, notes }) => {
    if (finding.kind === 'abortable-test') return false;
    if (finding.error !== undefined) {
      if (finding.error !== source.id) return false;
      const masks = notes.flatMap((n) => n.mask ?? []);
      if (masks.length > 0) return masks.some((mask) => (mask & bit) !== 0n);
      return finding.rows.size === 0 || finding.rows.has(row);
    }
    const isPresent = notes.some((n) =>
      n.present.some((p) => p.source.id === source.id && (p.mask & bit) !== 0n),
    );
    if (finding.kind === 'floating')
      return (
        finding.call === source.node ||
        finding.deed === source.node ||
        (isPresent && finding.operation === source.table.operation)
      );
    const isOver = finding.kind === 'left-open' && (maskOf(source.table, 'recoverable') & bit) !== 0n;
    return !isOver && isPresent;
  });
}

function cellsOf(
  source: ErrorSource & { table: VariantTable },
  courses: readonly SeenCourse[],
  faults: readonly Fault[],
): readonly Cell[] {
  const { table } = source;
  const { operation } = table;
  const profile = profileOf(table.client);
  const groups = new Map<Category, Map<ErrorName, bigint>>();
  for (const [index, variant] of table.variants.entries()) {
    const bit = 1n << BigInt(index);
    if (variant.row === 'local' || variant.beforeSend) continue;
    const category = categoryOfVariant(profile, variant, operation);
    const rows = groups.get(category) ?? new Map<ErrorName, bigint>();
    rows.set(variant.row, (rows.get(variant.row) ?? 0n) | bit);
    groups.set(category, rows);
  }
  return CATEGORIES.map((category): Cell => {
    const rows = [...(groups.get(category) ?? [])].map(([row, bits]): MapRow => {
      const taken = courses.filter((s) => (s.mask & bits) !== 0n);
      const ways = waysOf(taken, operation, category);
      const mine = faultsOf(source, row, bits, faults);
      const verdict: Verdict =
        mine.length > 0 ? 'wrong' : isSettled(ways, operation, category) ? 'right' : 'open';
      return { row, verdict, ways, reports: numbersOf(mine) };
    });
    const handling = new Map<string, { rows: ErrorName[]; ways: MapRow['ways'] }>();
    for (const row of rows) {
      const key = `${waysKey(row.ways)} ${row.reports.join()}`;
      const known = handling.get(key);
      if (known) known.rows.push(row.row);
      else handling.set(key, { rows: [row.row], ways: row.ways });
    }
    // An abort raises no abortable error (KIP-1050): to test for one is reported where there is none.
    const tests =
      category === 'producer-abortable'
        ? faults.filter((f) => f.finding.kind === 'abortable-test' && f.finding.error === source.id)
        : [];
    const reports = [...new Set([...rows.flatMap((r) => r.reports), ...numbersOf(tests)])].sort(
      (a, b) => a - b,
    );
    const verdict: Verdict =
      reports.length > 0
        ? 'wrong'
        : rows.length === 0
          ? 'impossible'
          : rows.some((r) => r.verdict === 'open')
            ? 'open'
            : 'right';
    const asked = tests.map(({ finding }): Way => [
      { kind: 'tests', words: 'is tested for', place: placeOf(finding.node) },
    ]);
    return {
      category,
      verdict,
      handling: [...handling.values(), ...(asked.length > 0 ? [{ rows: [], ways: asked }] : [])],
      reports,
      rows,
    };
  });
}

const shortened = (code: string): string => {
  const line = code
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\(\s+/g, '(')
    .replaceAll(/ (?=\??\.\w)/g, '');
  const open = line.indexOf('(');
  const call = line.length > 48 && open > 0 ? `${line.slice(0, open)}(…)` : line;
  return call.length > 60 ? `${call.slice(0, 59)}…` : call;
};

/** Whether it is known of every error where it goes: of very many ways, the analysis drops some. */
const isFollowed = (table: TransactionTable): boolean =>
  table.operations.every(({ cells }) =>
    cells.every(({ rows }) => rows.every(({ ways }) => ways.every(hasSteps))),
  );
const hasSteps = (way: Way): boolean => way.length > 0;

/** What a reader calls a function. */
function nameOf(fn: TSESTree.Node | undefined): string | undefined {
  if (!fn || !isFunction(fn)) return undefined;
  if (fn.id) return fn.id.name;
  const { parent } = fn;
  switch (parent.type) {
    case T.MethodDefinition:
    case T.PropertyDefinition: {
      const name = staticName(parent.key, parent.computed) ?? '(computed)';
      const cls = enclosingClass(parent)?.id?.name;
      return cls === undefined ? name : `${cls}.${name}`;
    }
    case T.Property:
      return staticName(parent.key, parent.computed) ?? nameOf(enclosingFunction(fn));
    case T.VariableDeclarator:
      return parent.id.type === T.Identifier ? parent.id.name : undefined;
    case T.AssignmentExpression:
      return parent.left.type === T.Identifier
        ? parent.left.name
        : parent.left.type === T.MemberExpression
          ? memberName(parent.left)
          : undefined;
    default:
      return nameOf(enclosingFunction(fn));
  }
}
