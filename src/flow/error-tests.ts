import type { TSESTree } from '@typescript-eslint/utils';
import {
  type ErrorField,
  type Literal,
  type Value,
  literal,
  textOf,
  undefinedValue,
  unknown,
} from '../model/value.js';
import { canBeTrue } from './conditions.js';
import { declaredCategory } from './declared-errors.js';
import { type ErrorSource, type Split, fieldIn, fieldIs, namesAbortable, splitBy, testOf } from './errors.js';
import type { Interpreter } from './interpreter.js';
import { type Outcome, valued } from './outcome.js';
import { siteFrom } from './sites.js';
import type { State } from './state.js';

/**
 * What a table says of an error by one of its fields: for each of the table's keys the errors that have it, and the rest.
 *
 * @param isText - The keys are texts, as those of an object are.
 */
export function lookedUp(
  it: Interpreter,
  state: State,
  entries: readonly (readonly [Literal['value'], Value])[],
  { error, layer, name }: ErrorField,
  isText: boolean,
): readonly Outcome[] | undefined {
  const source = it.sourceOf(error);
  if (!source?.table) return undefined;
  const outcomes: Outcome[] = [];
  let rest: State | undefined = state;
  for (const [key, value] of entries) {
    if (!rest) break;
    const test = `${testOf({ layer, name }, key)}${isText ? '~' : ''}`;
    const { yes, no }: Split = splitBy(
      rest,
      source,
      test,
      (v) => fieldIs(v, layer, name, key) || (isText && String(fieldIn(v, layer, name)) === String(key)),
    );
    if (yes) outcomes.push(valued(yes, value));
    rest = no;
  }
  return rest ? [...outcomes, valued(rest, undefinedValue)] : outcomes;
}

export function answersOf({ yes, no }: { yes: State | undefined; no: State | undefined }): Outcome[] {
  return [...(yes ? [valued(yes, literal(true))] : []), ...(no ? [valued(no, literal(false))] : [])];
}

export function fieldEquals(
  it: Interpreter,
  state: State,
  field: ErrorField,
  other: Value,
  node: TSESTree.Node,
  spelled: TSESTree.Node,
  loose: boolean,
): readonly Outcome[] {
  const source = it.sourceOf(field.error);
  if (!source?.table) {
    askedOfOwn(it, field.error, node, spelled);
    return [valued(state, unknown(`${field.key}===${textOf(other)}`))];
  }
  if (other.kind === 'nil' && other.missing === undefined) {
    return answersOf(
      splitBy(
        state,
        source,
        `lacks ${field.layer} ${field.name}`,
        (v) => fieldIn(v, field.layer, field.name) === undefined,
      ),
    );
  }
  if (other.kind === 'nil') {
    record(it, spelled, source, other.missing ?? '', field.name, undefined, undefined, true);
    return [valued(state, literal(false))];
  }
  if (other.kind === 'literal') {
    const answers = splitBy(
      state,
      source,
      `${testOf(field, other.value)}${loose ? '~' : ''}`,
      (v) =>
        fieldIs(v, field.layer, field.name, other.value) ||
        (loose && String(fieldIn(v, field.layer, field.name)) === String(other.value)),
    );
    if (typeof other.value !== 'boolean')
      record(it, spelled, source, other.name ?? String(other.value), field.name, answers, other.value);
    else if (other.value) record(it, node, source, 'true', field.name, answers);
    return answersOf(answers);
  }
  return [valued(state, unknown(`${field.key}===${textOf(other)}`, [], [], [field.error]))];
}

/** Notes that a test is asked of an error that no operation in view has raised. */
export function askedOfOwn(it: Interpreter, error: string, ...tests: readonly TSESTree.Node[]): void {
  if (it.ofHolders.has(error)) for (const test of tests) it.askedOfHolders.add(test);
}

/** Notes an error test: one around an abort that names abortable errors is a mistake at once. */
export function record(
  it: Interpreter,
  node: TSESTree.Node,
  source: ErrorSource,
  spelling: string,
  property: string,
  answers: Split | undefined,
  value?: Literal['value'],
  missing = false,
): void {
  let test = it.tests.get(node);
  if (!test)
    it.tests.set(
      node,
      (test = {
        node,
        spelling,
        property,
        missing,
        isConstant: missing || (value !== undefined && spelling !== String(value)),
        sources: new Set(),
        everTrue: false,
      }),
    );
  const declared = declaredCategory(it.settings, property, value ?? spelling);
  // What the settings name may come from a wrapper on any way.
  if (declared !== undefined || (answers && canBeTrue(it, answers, source))) test.everTrue = true;
  test.sources.add(source);
  if (source.table?.operation !== 'abort') return;
  const abortable =
    property === 'isTxnRequiresAbort' ||
    property === 'abortable' ||
    declared === 'producer-abortable' ||
    namesAbortable(typeof value === 'number' ? value : spelling);
  if (!abortable) return;
  it.findings.add({
    kind: 'abortable-test',
    node: siteFrom(it, it.handling.findLast((h) => h.errors.includes(source.id))?.node, node),
    client: source.table.client,
    operation: 'abort',
    call: source.node,
    rows: new Set(),
    detail: '',
    quoted: { spelling },
    error: source.id,
    related: undefined,
    handler: undefined,
  });
}
