import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import {
  constructorOf,
  isClass,
  isFunction,
  staticName,
  unwrapped,
  type ConstructorNode,
  type FunctionNode,
} from '../model/syntax.js';
import {
  func,
  literal,
  object,
  unknown,
  type ClassValue,
  type FunctionValue,
  type InstanceValue,
  type Value,
} from '../model/value.js';
import { evaluate } from './expressions.js';
import { callFunction } from './functions.js';
import { functionsIn, handOut } from './handed-out.js';
import type { Interpreter } from './interpreter.js';
import { closure } from './names.js';
import type { State } from './state.js';

/** The name under which a field of an instance, or a static one of a class, is kept. */
export const fieldOf = (self: InstanceValue | ClassValue, name: string): string =>
  `${self.kind === 'class' ? self.key : self.id}.${name}`;

/** Whether a call gives a field its first value. */
const isGivenByCall = (
  element: TSESTree.ClassElement,
): element is TSESTree.PropertyDefinition & { readonly value: TSESTree.Expression } =>
  element.type === T.PropertyDefinition &&
  element.value !== null &&
  unwrapped(element.value).type === T.CallExpression;

/** Keeps what a call has given to a field, where it is a function, or has functions in it. All else the text alone says. */
export function givenToField(
  it: Interpreter,
  state: State,
  self: InstanceValue | ClassValue,
  element: TSESTree.PropertyDefinition,
  value: Value,
): State {
  const name = staticName(element.key, element.computed);
  if (name === undefined || !isGivenByCall(element) || functionsIn(value).length === 0) return state;
  if (!name.startsWith('#') && element.accessibility !== 'private') handOut(it, state, value);
  return state.withFact(fieldOf(self, name), { is: 'cell', value });
}

/** Whether calls give fields of a class's instances their first values, or decorators its methods others. */
export const hasGivenFields = (cls: ConstructorNode): boolean =>
  isClass(cls) &&
  cls.body.body.some((element) => (isGivenByCall(element) && !element.static) || isDecorated(element));

/** Whether a method has decorators, which may put something else in its place. A parser of plain JavaScript knows of none. */
const isDecorated = (element: TSESTree.ClassElement): element is TSESTree.MethodDefinition =>
  element.type === T.MethodDefinition &&
  element.kind === 'method' &&
  !element.static &&
  ((element as { decorators?: readonly unknown[] }).decorators ?? []).length > 0;

/**
 * What the decorators of a method make of it: each of the file's own gets what the one below has made. A standard one gives the new
 * method, an older one gives the property's descriptor.
 */
function decorated(
  it: Interpreter,
  state: State,
  self: InstanceValue,
  { decorators, key, computed, value }: TSESTree.MethodDefinition,
): Value | undefined {
  if (!isFunction(value)) return undefined;
  let made: FunctionValue = func(value, it.idOf(value), { self });
  for (const { expression } of [...decorators].reverse()) {
    const by = evaluate(it, expression, state).find((o) => o.how === 'value')?.value;
    if (by?.kind !== 'function') continue;
    const descriptor = object('descriptor', new Map([['value', made]]), true);
    const given: Value[] =
      by.node.params.length > 2
        ? [unknown('prototype'), literal(staticName(key, computed) ?? ''), descriptor]
        : [made, unknown('decorator context')];
    const returned: Value | undefined = callFunction(it, state, by, given, expression).find(
      (o) => o.how === 'value',
    )?.value;
    const result: Value | undefined = returned?.kind === 'object' ? returned.fields.get('value') : returned;
    if (result?.kind === 'function') made = result;
  }
  return made.node === value ? undefined : made;
}

/** What calls in the initialisers of a class's fields have made, put into the fields of an instance. */
export function initialised(
  it: Interpreter,
  state: State,
  cls: ConstructorNode,
  self: InstanceValue,
  depth = 4,
): State {
  if (!isClass(cls)) return state;
  const base = it.origins.baseOf(cls);
  let next = base?.kind === 'class' && depth > 0 ? initialised(it, state, base.node, self, depth - 1) : state;
  for (const element of cls.body.body) {
    const isMethod = isDecorated(element);
    if (!isMethod && (!isGivenByCall(element) || element.static)) continue;
    const { handlers } = it.frame;
    it.frames.push({
      fn: undefined,
      call: undefined,
      self,
      handlers,
      ignored: false,
      yields: undefined,
      work: '',
    });
    if (isMethod) {
      const made = decorated(it, next, self, element);
      const name = staticName(element.key, element.computed);
      if (made && name !== undefined) next = next.withFact(fieldOf(self, name), { is: 'cell', value: made });
    } else {
      const made = evaluate(it, element.value, next).find((o) => o.how === 'value');
      if (made) next = givenToField(it, next, self, element, made.value);
    }
    it.frames.pop();
  }
  return next;
}

/** What a function that unseen code calls gets, by the types of its parameters. */
export const entryArguments = (it: Interpreter, fn: FunctionNode): Value[] =>
  fn.params.map((parameter) => {
    const bare = parameter.type === T.TSParameterProperty ? parameter.parameter : parameter;
    const target = bare.type === T.AssignmentPattern ? bare.left : bare;
    if (target.type === T.Identifier) {
      const variable = it.origins.bindings.variableOf(target);
      if (variable) return it.origins.variableValue(variable);
    }
    return it.origins.patternValue(fn, parameter) ?? unknown(`argument:${it.idOf(parameter)}`);
  });

/** The state in which a method is entered: what its class's constructor leaves in fields that the text alone does not explain. */
export function baseState(it: Interpreter, base: State, self: Value | undefined): State {
  if (self?.kind !== 'instance') return base;
  const known = it.constructed.get(self.node);
  if (known) return [...known].reduce((s, [id, value]) => s.withFact(id, { is: 'cell', value }), base);
  const cells = new Map<string, Value>();
  it.constructed.set(self.node, cells);
  const start = initialised(it, base, self.node, self);
  const maker = constructorOf(self.node);
  const done = maker
    ? callFunction(it, start, { ...closure(it, maker, base), self }, entryArguments(it, maker), maker).find(
        (o) => o.how === 'value',
      )?.state
    : start;
  if (done) keepFields(it, done, self, self, cells);
  return baseState(it, base, self);
}

/** Keeps what fields of an instance hold in a state, and those of the instances that they hold. */
function keepFields(
  it: Interpreter,
  state: State,
  self: InstanceValue,
  of: InstanceValue,
  cells: Map<string, Value>,
): void {
  const prefix = fieldOf(of, '');
  for (const [id, { value }] of state.factsOf('cell')) {
    if (!id.startsWith(prefix) || cells.has(id)) continue;
    const telling =
      value.kind === 'object' ||
      value.kind === 'function' ||
      value.kind === 'list' ||
      value.kind === 'member' ||
      (value.kind === 'native' && value.name !== 'returns');
    const field = id.slice(prefix.length);
    const fixed =
      value.kind === 'function' ||
      value.kind === 'member' ||
      value.kind === 'native' ||
      it.origins.isFixedField(of.node, field);
    // What the text of its class says of another instance's field is not what this one was given.
    const isOwn = of !== self && value.kind === 'api' && it.origins.isWrittenOnce(of.node, field);
    if ((telling && fixed) || isOwn) cells.set(id, value);
    if (value.kind === 'instance' && value.id !== self.id) keepFields(it, state, self, value, cells);
  }
}
