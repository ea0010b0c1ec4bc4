import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import type { Bindings } from '../model/bindings.js';
import type { FileIndex } from '../model/file-index.js';
import { unwrapped } from '../model/syntax.js';
import { textOf, type Value } from '../model/value.js';
import type { State } from './state.js';

/** What can be asked of a variable or a field: whether it is truthy, or which constant it equals. */
interface Asked {
  readonly of: TSESTree.Identifier | TSESTree.MemberExpression;
  readonly isCompared: boolean;
}

/** What a condition, or the case of a switch, asks; undefined where it is more than one thing's truth or equality. */
export function askedBy(node: TSESTree.Node): Asked | undefined {
  const at = unwrapped(node);
  switch (at.type) {
    case T.Identifier:
    case T.MemberExpression:
      return { of: at, isCompared: false };
    case T.BinaryExpression: {
      if (!/^[!=]==?$/.test(at.operator)) return undefined;
      const [constant, other] = at.left.type === T.Literal ? [at.left, at.right] : [at.right, at.left];
      return constant.type === T.Literal ? comparedIn(other) : undefined;
    }
    case T.SwitchCase:
      return at.test?.type === T.Literal ? comparedIn(at.parent.discriminant) : undefined;
    default:
      return undefined;
  }
}

function comparedIn(node: TSESTree.Node): Asked | undefined {
  const at = unwrapped(node);
  return at.type === T.Identifier || at.type === T.MemberExpression
    ? { of: at, isCompared: true }
    : undefined;
}

/** What the parts of a condition ask. */
function allAskedBy(condition: TSESTree.Node): Asked[] {
  const at = unwrapped(condition);
  if (at.type === T.UnaryExpression) return allAskedBy(at.argument);
  if (at.type === T.LogicalExpression) return [...allAskedBy(at.left), ...allAskedBy(at.right)];
  const asked = askedBy(at);
  return asked ? [asked] : [];
}

/** Whether a condition is the next one of a chain: `else if`. */
const isNextInChain = ({ parent }: TSESTree.Node): boolean =>
  parent?.type === T.IfStatement &&
  parent.parent.type === T.IfStatement &&
  parent.parent.alternate === parent;

/** How often the conditions of a file ask the same. */
export class AskedConditions {
  #counts: ReadonlyMap<string, number> | undefined;

  constructor(
    private readonly sourceCode: Readonly<TSESLint.SourceCode>,
    private readonly bindings: Bindings,
    private readonly index: FileIndex,
  ) {}

  /** Whether what a condition asks is asked by another one, too, of a variable that does not change. */
  isAskedAgain(node: TSESTree.Node): boolean {
    const asked = askedBy(node);
    if (!asked) return false;
    if (asked.of.type === T.Identifier) {
      const variable = this.bindings.variableOf(asked.of);
      if (!variable || this.bindings.isReassigned(variable)) return false;
    }
    this.#counts ??= this.#counted();
    return (this.#counts.get(this.#keyOf(asked)) ?? 0) > 1;
  }

  /** The comparisons of one chain or switch are told from each other by what they ask: they count as one. */
  #counted(): Map<string, number> {
    const counts = new Map<string, number>();
    const count = (asked: readonly Asked[]): void => {
      for (const key of new Set(asked.map((one) => this.#keyOf(one))))
        counts.set(key, (counts.get(key) ?? 0) + 1);
    };
    for (const condition of this.index.conditions) {
      const isNext = isNextInChain(condition);
      count(allAskedBy(condition).filter(({ isCompared }) => !(isCompared && isNext)));
    }
    for (const { cases } of this.index.switches) count(cases.flatMap((one) => askedBy(one) ?? []));
    return counts;
  }

  #keyOf({ of, isCompared }: Asked): string {
    return `${this.sourceCode.getText(of)}${isCompared ? '===' : ''}`;
  }
}

/** What comes between a value's text and a constant's in the text of their comparison. */
const EQUALS = '===';

/** How a comparison of two values is named: the constant comes last. */
export function comparisonText(left: Value, right: Value): string {
  const [value, other] = left.kind === 'literal' || left.kind === 'nil' ? [right, left] : [left, right];
  return `${textOf(value)}${EQUALS}${textOf(other)}`;
}

/** Whether it was decided that the value of a comparison equals another constant. */
export function equalsAnother(state: State, comparison: string): boolean {
  const end = comparison.indexOf(EQUALS);
  if (end < 0) return false;
  const value = comparison.slice(0, end + EQUALS.length);
  return state
    .factsOf('assumption')
    .some(([other, { holds }]) => holds && other !== comparison && other.startsWith(value));
}
