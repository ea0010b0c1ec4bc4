import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { childrenOf, memberName, type FunctionNode } from './syntax.js';

type Variable = TSESLint.Scope.Variable;

/** The names of a file: which variable an identifier stands for, and which variables belong to which function. */
export class Bindings {
  /** By where the identifier begins. */
  readonly #byPlace = new Map<number, Variable>();
  readonly #owned = new Map<TSESTree.Node, Variable[]>();
  readonly #ids = new Map<object, string>();
  readonly #things: object[] = [];

  constructor(readonly sourceCode: Readonly<TSESLint.SourceCode>) {
    for (const scope of sourceCode.scopeManager?.scopes ?? []) {
      for (const variable of scope.variables) {
        for (const { range } of variable.identifiers) this.#byPlace.set(range[0], variable);
        const owner = scope.variableScope.block;
        const owned = this.#owned.get(owner);
        if (owned) owned.push(variable);
        else this.#owned.set(owner, [variable]);
      }
      for (const reference of scope.references) {
        if (reference.resolved) this.#byPlace.set(reference.identifier.range[0], reference.resolved);
      }
    }
  }

  /** A short identifier of a node or variable, the same for the same one. */
  idOf(thing: object): string {
    let id = this.#ids.get(thing);
    if (id === undefined) {
      id = String(this.#ids.size);
      this.#ids.set(thing, id);
      this.#things.push(thing);
    }
    return id;
  }

  /** The node or variable that has an identifier. */
  thingOf(id: string): object | undefined {
    return this.#things[Number(id)];
  }

  variableOf(identifier: TSESTree.Node): Variable | undefined {
    return identifier.type === T.Identifier || identifier.type === T.JSXIdentifier
      ? this.#byPlace.get(identifier.range[0])
      : undefined;
  }

  /** The variables declared in a function, not counting functions inside it. */
  ownedBy(fn: FunctionNode): readonly Variable[] {
    return this.#owned.get(fn) ?? [];
  }

  readonly #capturedBy = new Map<FunctionNode, readonly Variable[]>();
  /** The variables of enclosing functions that a function reads and that nobody assigns after their declaration. */
  capturedBy(fn: FunctionNode): readonly Variable[] {
    const known = this.#capturedBy.get(fn);
    if (known) return known;
    const captured = new Set<Variable>();
    const scope = this.sourceCode.scopeManager?.acquire(fn);
    for (const reference of scope?.through ?? []) {
      const variable = reference.resolved;
      if (variable && this.isLocal(variable) && !this.isChanged(variable)) captured.add(variable);
    }
    const list = [...captured];
    this.#capturedBy.set(fn, list);
    return list;
  }

  /** Declared inside a function. */
  isLocal(variable: Variable): boolean {
    const type = variable.scope.variableScope.type as string;
    return type !== 'module' && type !== 'global';
  }

  readonly #reassigned = new Map<Variable, boolean>();
  /** Assigned to elsewhere than where it is declared. */
  isReassigned(variable: Variable): boolean {
    let known = this.#reassigned.get(variable);
    if (known === undefined) {
      known = variable.references.some((reference) => reference.isWrite() && reference.init !== true);
      this.#reassigned.set(variable, known);
    }
    return known;
  }

  readonly #changed = new Map<Variable, boolean>();
  /** Assigned to elsewhere than where it is declared, or what it holds is added to in place. */
  isChanged(variable: Variable): boolean {
    let known = this.#changed.get(variable);
    if (known === undefined) {
      known = this.isReassigned(variable) || variable.references.some((r) => isAddedTo(r.identifier));
      this.#changed.set(variable, known);
    }
    return known;
  }

  readonly #shared = new Map<Variable, boolean>();
  /** Read or written by a function inside the one that declares it. */
  isCaptured(variable: Variable): boolean {
    let known = this.#shared.get(variable);
    if (known === undefined) {
      known = variable.references.some((r) => r.from.variableScope !== variable.scope.variableScope);
      this.#shared.set(variable, known);
    }
    return known;
  }
}

const adders = new Set(['push', 'unshift', 'add', 'set', 'splice', 'delete', 'clear', 'pop', 'shift']);

/** Whether what an expression gives is changed in place there: `x.push(...)`, `x.y.z = ...`, `x[y]++`, `delete x.y`. */
export function isAddedTo(expression: TSESTree.Node): boolean {
  let access: TSESTree.Node = expression;
  for (let { parent } = access; parent; { parent } = access) {
    if (parent.type !== T.MemberExpression || parent.object !== access) break;
    access = parent;
  }
  if (access === expression || access.type !== T.MemberExpression) return false;
  if (isWritten(access)) return true;
  const { parent } = access;
  const name = memberName(access);
  return (
    parent.type === T.CallExpression && parent.callee === access && name !== undefined && adders.has(name)
  );
}

/** Whether an expression is what an assignment, `++` or `delete` writes to. */
export function isWritten(target: TSESTree.Node): boolean {
  const { parent } = target;
  switch (parent?.type) {
    case T.AssignmentExpression:
      return parent.left === target;
    case T.UpdateExpression:
      return true;
    case T.UnaryExpression:
      return parent.operator === 'delete';
    default:
      return false;
  }
}

/** Visits a node and everything below it, in the order of the text. */
export function walk(
  node: TSESTree.Node,
  keys: Readonly<Record<string, readonly string[] | undefined>>,
  visit: (node: TSESTree.Node) => void,
): void {
  const stack: TSESTree.Node[] = [node];
  for (let at = stack.pop(); at; at = stack.pop()) {
    visit(at);
    const children = childrenOf(at, keys);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i] as TSESTree.Node);
  }
}

/** Whether a node, or one below it, passes a test. */
export function someNode(
  node: TSESTree.Node,
  keys: Readonly<Record<string, readonly string[] | undefined>>,
  test: (node: TSESTree.Node) => boolean,
): boolean {
  const stack: TSESTree.Node[] = [node];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (test(at)) return true;
    stack.push(...childrenOf(at, keys));
  }
  return false;
}
