import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { someNode } from '../model/bindings.js';
import { type FunctionNode, unwrapped } from '../model/syntax.js';
import { type Value, judgement, literal, nil, truthOf, undefinedValue } from '../model/value.js';
import { askedBy, equalsAnother } from './asked.js';
import { equal } from './comparisons.js';
import { askedOfOwn, record } from './error-tests.js';
import { type ErrorSource, type Split, fieldIn, splitBy } from './errors.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { type Outcome, chain, merged, valued } from './outcome.js';
import { heldOpen } from './promises.js';
import type { State } from './state.js';
import { notFound } from './transactions.js';
import { distinct } from './statements.js';

/** The two ways a condition can go, and the ways in which evaluating it throws. */
export interface Branches {
  readonly yes: readonly State[];
  readonly no: readonly State[];
  readonly thrown: readonly Outcome[];
}

/** Evaluates what is asked when the first of two alternatives is false. */
function otherwise<R>(it: Interpreter, taken: readonly State[], run: () => R): R {
  it.alternatives.push(taken);
  try {
    return run();
  } finally {
    it.alternatives.pop();
  }
}

/** Whether a test is true for some error, or would be, had an alternative not said the same before: `e.type === A || e.code === 47`. */
export function canBeTrue(it: Interpreter, { yes, could }: Split, { id }: ErrorSource): boolean {
  if (yes !== undefined) return true;
  return it.alternatives.some((states) => {
    const taken = states.reduce((mask, state) => mask | (state.fact('error', id)?.mask ?? 0n), 0n);
    return taken !== 0n && (taken & ~could) === 0n;
  });
}

export function logical(it: Interpreter, node: TSESTree.LogicalExpression, state: State): readonly Outcome[] {
  const left = evaluate(it, node.left, state);
  const taken = left.flatMap((o) =>
    o.how === 'value' ? (branch(it, o.state, o.value, undefined).yes ?? []) : [],
  );
  return chain(left, (s, value) => {
    if (node.operator === '??') {
      if (value.kind === 'nil') return evaluate(it, node.right, s);
      if (value.kind === 'unknown' || (value.kind === 'api' && value.maybe)) {
        return merged([valued(s, value), ...evaluate(it, node.right, s)]);
      }
      if (value.kind === 'error-field') {
        const source = it.sourceOf(value.error);
        if (!source?.table) return merged([valued(s, value), ...evaluate(it, node.right, s)]);
        const { yes, no } = splitBy(
          s,
          source,
          `has ${value.layer} ${value.name}`,
          (v) => fieldIn(v, value.layer, value.name) !== undefined,
        );
        return merged([...(yes ? [valued(yes, value)] : []), ...(no ? evaluate(it, node.right, no) : [])]);
      }
      return [valued(s, value)];
    }
    const { yes, no } = branch(it, s, value, node.left);
    const [keep, other] = node.operator === '||' ? [yes, no] : [no, yes];
    const kept = node.operator === '&&' && truthOf(value) === undefined ? literal(false) : value;
    return merged([
      ...(keep ? [valued(keep, kept)] : []),
      ...(other
        ? node.operator === '||'
          ? otherwise(it, taken, () => evaluate(it, node.right, other))
          : evaluate(it, node.right, other)
        : []),
    ]);
  });
}

/** Evaluates a condition and goes both ways it can go. */
export function condition(it: Interpreter, raw: TSESTree.Node, state: State): Branches {
  const node = unwrapped(raw);
  if (node.type === T.UnaryExpression && node.operator === '!') {
    const { yes, no, thrown: failed } = condition(it, node.argument, state);
    return { yes: no, no: yes, thrown: failed };
  }
  if (node.type === T.LogicalExpression && node.operator !== '??') {
    const first = condition(it, node.left, state);
    const going = node.operator === '&&' ? first.yes : first.no;
    const rest =
      node.operator === '&&'
        ? going.map((s) => condition(it, node.right, s))
        : otherwise(it, first.yes, () => going.map((s) => condition(it, node.right, s)));
    const yes = rest.flatMap((b) => b.yes);
    const no = rest.flatMap((b) => b.no);
    const failed = [...first.thrown, ...rest.flatMap((b) => b.thrown)];
    return node.operator === '&&'
      ? { yes: distinct(yes), no: distinct([...first.no, ...no]), thrown: failed }
      : { yes: distinct([...first.yes, ...yes]), no: distinct(no), thrown: failed };
  }
  const emptiness = emptinessTest(node);
  if (emptiness) {
    const outcomes = evaluate(it, emptiness.of, state);
    const yes: State[] = [];
    const no: State[] = [];
    for (const o of outcomes) {
      if (o.how !== 'value') continue;
      const { value } = o;
      if (value.kind === 'error-field' || value.kind === 'literal') {
        for (const c of equal(it, o.state, value, nil(null), node, node, true))
          (truthOf(c.value) === true ? yes : no).push(c.state);
      } else if (value.kind === 'nil') yes.push(o.state);
      else {
        const b = branch(it, o.state, value, emptiness.of);
        if (b.no) yes.push(b.no);
        if (b.yes) no.push(b.yes);
      }
    }
    const failed = outcomes.filter((o) => o.how !== 'value');
    return emptiness.negated ? { yes: no, no: yes, thrown: failed } : { yes, no, thrown: failed };
  }
  const yes: State[] = [];
  const no: State[] = [];
  const failed: Outcome[] = [];
  for (const outcome of evaluate(it, node, state)) {
    if (outcome.how !== 'value') {
      failed.push(outcome);
      continue;
    }
    const branches = branch(it, outcome.state, outcome.value, node);
    const isShared = branches.yes && branches.no && asksForShared(it, node);
    if (branches.yes) yes.push(isShared ? heldOpen(branches.yes) : branches.yes);
    if (branches.no) no.push(isShared ? heldOpen(branches.no) : branches.no);
  }
  return { yes: distinct(yes), no: distinct(no), thrown: failed };
}

/**
 * Whether a condition asks for what the calls of a function within another one have in common, as callbacks that are counted: the one
 * that comes last goes on, and the others leave that to it.
 */
function asksForShared(it: Interpreter, node: TSESTree.Node): boolean {
  if (!it.frame.fn) return false;
  const { bindings } = it.origins;
  return someNode(node, it.sourceCode.visitorKeys, (at) => {
    const variable = at.type === T.Identifier ? bindings.variableOf(at) : undefined;
    if (!variable || !bindings.isCaptured(variable) || !bindings.isChanged(variable)) return false;
    const owner = variable.scope.variableScope.block;
    return owner !== it.frame.fn && it.frames.some(({ fn }) => fn === owner);
  });
}

/** The states in which a value is truthy and falsy. */
export function branch(
  it: Interpreter,
  state: State,
  value: Value,
  node: TSESTree.Node | undefined,
): { yes: State | undefined; no: State | undefined } {
  const truth = truthOf(value);
  if (truth === true) return { yes: state, no: undefined };
  if (truth === false) return { yes: undefined, no: state };
  if (value.kind === 'error-field') {
    const source = it.sourceOf(value.error);
    if (!source?.table) {
      if (node) askedOfOwn(it, value.error, node);
      return { yes: state, no: state };
    }
    const answers = splitBy(state, source, `truthy ${value.layer} ${value.name}`, (v) =>
      Boolean(fieldIn(v, value.layer, value.name)),
    );
    if (node) record(it, node, source, value.name, value.name, answers);
    return answers;
  }
  let base = state;
  if (value.kind === 'unknown') {
    if (node) it.askedOfUnseen.add(node);
    for (const entry of value.judged) {
      const { error: id, isText } = judgement(entry);
      const fact = base.fact('error', id);
      if (fact) base = base.withFact(id, isText ? { ...fact, sorted: true } : { ...fact, judged: true });
      // Whether the transaction has to be aborted then, is judged with the error.
      const transaction = it.sourceOf(id)?.transaction;
      const open = transaction === undefined ? undefined : base.fact('transaction', transaction);
      if (transaction !== undefined && open && !(isText && open.state === 'must-abort'))
        base = base.withFact(transaction, { ...open, held: true });
    }
    const assumed = assumption(it, base, value.text, value.varies, node);
    if (assumed !== undefined) return assumed;
  }
  const target = node ? unwrapped(node) : undefined;
  const variable = target?.type === T.Identifier ? it.origins.bindings.variableOf(target) : undefined;
  if (value.kind === 'api' && variable) {
    return {
      yes: base.set(variable, { ...value, maybe: false, key: value.key.replace(/\?$/, '') }),
      no: notFound(base, [value]).set(variable, undefinedValue),
    };
  }
  return { yes: base, no: base };
}

/** Conditions on the same unknown value that are asked more than once, by a loop's turns, too, are decided once on each way. */
function assumption(
  it: Interpreter,
  state: State,
  text: string,
  varies: readonly string[],
  node: TSESTree.Node | undefined,
): { yes: State | undefined; no: State | undefined } | undefined {
  if (!node || varies.length > 0) return undefined;
  const negated = text.startsWith('!');
  const name = negated ? text.slice(1) : text;
  if (!it.asked.isAskedAgain(node) && !(it.turns.length > 0 && isGiven(it, node, name))) return undefined;
  const holds = state.fact('assumption', name)?.holds ?? (equalsAnother(state, name) ? false : undefined);
  if (holds !== undefined)
    return holds !== negated ? { yes: state, no: undefined } : { yes: undefined, no: state };
  const of = (isSo: boolean): State => state.withFact(name, { is: 'assumption', holds: isSo });
  return { yes: of(!negated), no: of(negated) };
}

/** Whether a value is one that the entry was given: the same in all turns of its loops, as what it has, `signal.aborted`, need not be. */
const isGiven = (it: Interpreter, node: TSESTree.Node, text: string): boolean =>
  it.entry !== undefined &&
  askedBy(node)?.of.type === T.Identifier &&
  givenNames(it, it.entry).some((name) => text === name || text.startsWith(`${name}===`));

/**
 * The states in which there are items to go through, and in which there are none: what a function was given, and what is in it, is the
 * same in all turns of the loops around.
 *
 * @param loops - How many loops are around.
 * @returns The states; undefined where each turn may have other items.
 */
export function someOrNone(
  it: Interpreter,
  state: State,
  items: Value,
  loops: number,
): { some: State | undefined; none: State | undefined } | undefined {
  if (loops === 0 || items.kind !== 'unknown' || items.varies.length > 0) return undefined;
  const isIn = (name: string): boolean => items.text === name || items.text.startsWith(`${name}.`);
  if (!it.frames.some(({ fn }) => fn && givenNames(it, fn).some(isIn))) return undefined;
  const id = `items(${items.text})`;
  const holds = state.fact('assumption', id)?.holds;
  if (holds !== undefined) return holds ? { some: state, none: undefined } : { some: undefined, none: state };
  const of = (isSo: boolean): State => state.withFact(id, { is: 'assumption', holds: isSo });
  return { some: of(true), none: of(false) };
}

/** The parameters of a function, as the texts of their values begin. */
function givenNames(it: Interpreter, fn: FunctionNode): readonly string[] {
  let names = it.givenTo.get(fn);
  if (!names) {
    const { bindings } = it.origins;
    names = bindings
      .ownedBy(fn)
      .filter((variable) => (variable.defs[0]?.type as string | undefined) === 'Parameter')
      .map((variable) => `${variable.name}:${bindings.idOf(variable)}`);
    it.givenTo.set(fn, names);
  }
  return names;
}

/** `x == null`, `x === undefined`, `null !== x` and the like. */
function emptinessTest(node: TSESTree.Node): { of: TSESTree.Node; negated: boolean } | undefined {
  if (node.type !== T.BinaryExpression || !/^[!=]==?$/.test(node.operator)) return undefined;
  const isEmpty = (n: TSESTree.Node): boolean =>
    (n.type === T.Literal && n.value === null && !('regex' in n)) ||
    (n.type === T.Identifier && n.name === 'undefined');
  const of = isEmpty(node.right) ? node.left : isEmpty(node.left) ? node.right : undefined;
  return of ? { of, negated: node.operator.startsWith('!') } : undefined;
}
