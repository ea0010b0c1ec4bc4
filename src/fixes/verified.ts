import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import { analyse, analysisOf, type Analysis } from '../flow/analysis.js';
import type { Finding, FindingKind } from '../flow/finding.js';
import { ChangedText, isConsistent, type Change } from './change.js';
import { keepsItsParser, reparsed } from './reparsed.js';
import { textInQuestion } from './text-in-question.js';

type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;
type Source = Readonly<TSESLint.SourceCode>;

/** What the analysis says of a changed text. */
export interface Verdict {
  readonly is:
    /** The finding is gone, and no other has come. */
    | 'sound'
    /** The finding is gone, but something else is wrong now, or cannot be told. */
    | 'doubtful'
    /** The finding is still there, or the text does not parse, or there were too many before it. */
    | 'useless'
    /** The changed text could not be looked at. */
    | 'unknown';
  /** What is reported now and was not wrong before. */
  readonly brings: ReadonlySet<FindingKind>;
}

const without = (is: Verdict['is']): Verdict => ({ is, brings: new Set() });

/**
 * How much the changed texts of one file may cost together: tokens that are read, and steps that their analyses take. In a
 * file with so many mistakes the later ones get their fixes when the first ones are gone.
 */
const MOST_PER_FILE = { tokens: 10_000, steps: 50_000 };

const spent = new WeakMap<object, { tokens: number; steps: number }>();
const verdicts = new WeakMap<Finding, Map<string, Verdict>>();

/**
 * Changes the text, analyses it anew, and compares.
 *
 * @param change - What to change.
 * @param finding - The finding that is to be gone.
 * @param context - The context of the rule that reports it.
 * @returns What the analysis says of the changed text.
 */
export function verdictOn(change: Change, finding: Finding, context: Context): Verdict {
  const { sourceCode } = context;
  if (!isConsistent(change)) return without('useless');
  const analysis = analysisOf(sourceCode, context);
  if (!analysis) return without('unknown');
  const changed = new ChangedText(textInQuestion(analysis, change), change);
  let known = verdicts.get(finding);
  if (!known) verdicts.set(finding, (known = new Map<string, Verdict>()));
  let verdict = known.get(changed.text);
  if (!verdict) known.set(changed.text, (verdict = judged(changed, finding, context)));
  return verdict;
}

function judged(changed: ChangedText, finding: Finding, context: Context): Verdict {
  const { sourceCode } = context;
  const before = baseline(context);
  if (!before) return without('unknown');
  const cost = spent.get(sourceCode) ?? { tokens: 0, steps: 0 };
  if (cost.tokens > MOST_PER_FILE.tokens || cost.steps > MOST_PER_FILE.steps) return without('useless');
  spent.set(sourceCode, cost);
  const source = reparsed(changed.text, context);
  if (!source) return without(isReadable(context) ? 'useless' : 'unknown');
  const after = analyse(source, context);
  cost.tokens += source.ast.tokens.length;
  cost.steps += after.interpreter.steps;
  const old = marksOf(before, (offset) => offset);
  const now = marksOf(after, (offset) => changed.oldPlace(offset));
  const own = markOf(finding, (offset) => offset);
  const brings = broughtBy(after, old, now);
  if (!before.interpreter.exhausted && after.interpreter.exhausted) return { is: 'doubtful', brings };
  if (!old.has(own)) return without('unknown');
  if (now.has(own)) return without('useless');
  // Who no longer sends again leaves the transaction as it is; where nothing in view then ends it, a person has to look.
  if (finding.kind === 'resend' && after.interpreter.leftToHolders.size > 0)
    return { is: 'doubtful', brings };
  if (before.interpreter.exhausted || !bindsTheSame(before.origins.sourceCode, source, changed))
    return { is: 'doubtful', brings };
  for (const [mark, { nodes, rows }] of now) {
    const known = old.get(mark);
    if (!known || known.nodes.size < nodes.size) return { is: 'doubtful', brings };
    // What an outer handler did with some errors it now does with those of this one, too.
    if (!mark.startsWith('swallowed') && [...rows].some((row) => !known.rows.has(row)))
      return { is: 'doubtful', brings };
  }
  return without('sound');
}

/** The kinds of what is reported of a changed text and was not found before: what another finding had silenced was. */
function broughtBy(after: Analysis, old: Marks, now: Marks): ReadonlySet<FindingKind> {
  const brings = new Set<FindingKind>();
  for (const [mark, { nodes }] of now) {
    if ((old.get(mark)?.nodes.size ?? 0) >= nodes.size) continue;
    for (const { kind, node } of after.findings)
      if (mark.startsWith(`${kind} `) && nodes.has(node)) brings.add(kind);
  }
  return brings;
}

/** The analysis to compare with: without types, which a changed text has not, and of what the same parser has read. */
function baseline(context: Context): Analysis | undefined {
  const { sourceCode } = context;
  const analysis = analysisOf(sourceCode, context);
  if (!analysis || !(analysis.origins.settings.types || keepsItsParser(context))) return analysis;
  let comparable = baselines.get(sourceCode);
  if (!comparable) {
    const source = keepsItsParser(context) ? reparsed(sourceCode.text, context) : sourceCode;
    if (!source) return undefined;
    baselines.set(sourceCode, (comparable = analyse(source, context)));
  }
  return comparable;
}
const baselines = new WeakMap<object, Analysis>();

const readable = new WeakMap<object, boolean>();
/** Whether the file's own text can be parsed again. */
function isReadable(context: Context): boolean {
  const { sourceCode } = context;
  let known = readable.get(sourceCode);
  if (known === undefined)
    readable.set(sourceCode, (known = reparsed(sourceCode.text, context) !== undefined));
  return known;
}

interface Mark {
  readonly nodes: Set<TSESTree.Node>;
  readonly rows: Set<string>;
}

type Marks = ReadonlyMap<string, Mark>;

/** What is found where, in the places of the old text: also what a more specific finding silences. */
function marksOf({ interpreter }: Analysis, place: (offset: number) => number | undefined): Marks {
  const marks = new Map<string, Mark>();
  for (const finding of interpreter.findings.all) {
    const name = markOf(finding, place);
    let mark = marks.get(name);
    if (!mark) marks.set(name, (mark = { nodes: new Set(), rows: new Set() }));
    mark.nodes.add(finding.node);
    for (const row of finding.rows) mark.rows.add(row);
  }
  return marks;
}

const markOf = ({ kind, node }: Finding, place: (offset: number) => number | undefined): string =>
  `${kind} ${place(node.range[0]) ?? 'new'}`;

/** Whether every name that the change keeps still stands for the same variable. */
function bindsTheSame(before: Source, after: Source, changed: ChangedText): boolean {
  const declarations = new Map<number, number | undefined>();
  for (const [identifier, declaration] of referencesIn(before)) declarations.set(identifier, declaration);
  for (const [identifier, declaration] of referencesIn(after)) {
    const old = changed.oldOffset(identifier);
    if (old === undefined) continue;
    const meant = declaration === undefined ? undefined : changed.oldPlace(declaration);
    if (declarations.has(old) && declarations.get(old) !== meant) return false;
  }
  return true;
}

/** Where each name is read or written, and where it is declared. */
function* referencesIn(source: Source): Generator<[number, number | undefined]> {
  for (const scope of source.scopeManager?.scopes ?? []) {
    for (const { identifier, resolved } of scope.references) {
      const declaration = resolved?.identifiers[0] ?? resolved?.defs[0]?.name;
      yield [identifier.range[0], declaration?.range[0]];
    }
  }
}
