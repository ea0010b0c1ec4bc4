import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import type { Analysis } from '../../../src/flow/analysis.js';
import { kindOf } from '../../../src/model/api.js';
import {
  childrenOf,
  hasBody,
  isClass,
  isFunction,
  memberName,
  staticName,
  type ClassNode,
  type FunctionNode,
} from '../../../src/model/syntax.js';

/** Something of a program that code outside can call. */
export interface EntryPoint {
  readonly name: string;
  /** How to get there: a name of the top level, then members; `new` stands for an instance. */
  readonly path: readonly string[];
  /** The function, where the text shows it: what a call has made is known when it is there. */
  readonly fn: FunctionNode | undefined;
}

const STARTING =
  /^(onModuleInit|onApplicationBootstrap|init|initialize|initialise|connect|start|open|setup|setUp|bootstrap|ready|run|listen|boot|prepare|ensure\w*)$/;

/** Whether a method makes an instance ready for the others. */
export const isStarting = (name: string): boolean => STARTING.test(name);

/** The functions that are called from outside, each by itself. */
export function entryPointsOf({ origins }: Analysis): EntryPoint[] {
  const found: EntryPoint[] = [];
  const exported = exportedNames(origins.sourceCode.ast);
  const add = (path: readonly string[], fn: FunctionNode): void => {
    if (!hasBody(fn)) return;
    const calls = origins.callsOf(fn);
    // What a namespace exports is not known to be called from outside.
    if (calls && !(path.length > 1 && calls.length === 0 && isInNamespace(fn))) return;
    found.push({ name: path.join('.'), path, fn });
  };
  const addClass = (path: readonly string[], cls: ClassNode): void => {
    // A class that others only extend has no instances but theirs.
    const concrete = origins.concreteOf(cls);
    const instance = [...(concrete !== cls && concrete.id ? [concrete.id.name] : path), 'new'];
    for (const member of cls.body.body) {
      if (member.type !== T.MethodDefinition && member.type !== T.PropertyDefinition) continue;
      const name = staticName(member.key, member.computed);
      if (name === undefined || name.startsWith('#') || member.accessibility === 'private') continue;
      if (member.type === T.MethodDefinition && member.kind !== 'method') continue;
      const fn = member.value;
      const there = [...(member.static ? path : instance), name];
      if (fn && isFunction(fn)) add(there, fn);
      // What a function of the program is wrapped in is one, too.
      else if (fn?.type === T.CallExpression && fn.arguments.some(isFunction))
        found.push({ name: there.join('.'), path: there, fn: undefined });
    }
    // What nobody calls works by what it listens to.
    const isCalled = found.some((one) => one.path.slice(0, instance.length).join() === instance.join());
    if (!isCalled && hasOwnConstructor(cls))
      found.push({ name: instance.join('.'), path: instance, fn: undefined });
  };
  const addValue = (path: readonly string[], node: TSESTree.Node | null | undefined, depth: number): void => {
    if (!node || depth > 3) return;
    if (isFunction(node)) add(path, node);
    else if (isClass(node)) addClass(path, node);
    else if (node.type === T.ObjectExpression) {
      for (const property of node.properties) {
        if (property.type !== T.Property) continue;
        const name = staticName(property.key, property.computed);
        if (name !== undefined) addValue([...path, name], property.value, depth + 1);
      }
    } else if (node.type === T.TSAsExpression || node.type === T.TSSatisfiesExpression)
      addValue(path, node.expression, depth);
  };
  const addStatement = (statement: TSESTree.ProgramStatement, within: readonly string[]): void => {
    const declaration =
      statement.type === T.ExportNamedDeclaration || statement.type === T.ExportDefaultDeclaration
        ? statement.declaration
        : statement;
    const isDefault = statement.type === T.ExportDefaultDeclaration;
    switch (declaration?.type) {
      case T.FunctionDeclaration:
      case T.ClassDeclaration:
        addValue(declaration.id ? [...within, declaration.id.name] : ['exports', 'default'], declaration, 0);
        break;
      case T.TSModuleDeclaration:
        if (declaration.id.type !== T.Identifier || declaration.body?.type !== T.TSModuleBlock) break;
        for (const inside of declaration.body.body)
          if (inside.type === T.ExportNamedDeclaration)
            addStatement(inside, [...within, declaration.id.name]);
        break;
      case T.VariableDeclaration:
        for (const { id, init } of declaration.declarations)
          if (id.type === T.Identifier) {
            if (init?.type === T.CallExpression) {
              if (exported.has(id.name)) found.push({ name: id.name, path: [id.name], fn: undefined });
            } else addValue([...within, id.name], init, 0);
          }
        break;
      case T.ExpressionStatement: {
        const { expression } = declaration;
        const path = expression.type === T.AssignmentExpression ? exportPath(expression.left) : undefined;
        if (path && expression.type === T.AssignmentExpression) addValue(path, expression.right, 0);
        break;
      }
      default:
        if (isDefault && declaration) addValue(['exports', 'default'], declaration, 0);
    }
  };
  for (const statement of origins.sourceCode.ast.body) addStatement(statement, []);
  return found;
}

const hasOwnConstructor = ({ body }: ClassNode): boolean =>
  body.body.some((member) => member.type === T.MethodDefinition && member.kind === 'constructor');

const KEEPING = /^(push|unshift|set|add|enqueue|append)$/;

const isWithin = ({ range: [start, end] }: TSESTree.Node, fn: FunctionNode): boolean =>
  fn.range[0] <= start && end <= fn.range[1];

/** Whether something is the program's for longer than a call of a function. */
function outlives({ origins }: Pick<Analysis, 'origins'>, node: TSESTree.Node, fn: FunctionNode): boolean {
  if (node.type === T.MemberExpression) return outlives({ origins }, node.object, fn);
  if (node.type !== T.Identifier) return node.type === T.ThisExpression;
  const [definition] = origins.bindings.variableOf(node)?.defs ?? [];
  return definition !== undefined && !isWithin(definition.name, fn);
}

/** Whether something is somewhere inside of a node, or is the node. */
const hasInside = (
  { origins }: Pick<Analysis, 'origins'>,
  node: TSESTree.Node,
  is: (inside: TSESTree.Node) => boolean,
): boolean =>
  is(node) ||
  childrenOf(node, origins.sourceCode.visitorKeys).some((child) => hasInside({ origins }, child, is));

/** The entries that only keep what they are given, for what another one does later. */
export function fillingIn(analysis: Analysis, entries: readonly EntryPoint[]): EntryPoint[] {
  const keeps = (node: TSESTree.Node, fn: FunctionNode): boolean =>
    node.type === T.CallExpression &&
    node.callee.type === T.MemberExpression &&
    KEEPING.test(memberName(node.callee) ?? '') &&
    outlives(analysis, node.callee.object, fn);
  return entries.filter(
    ({ fn }) =>
      fn &&
      !fn.async &&
      fn.params.length > 0 &&
      hasInside(analysis, fn.body, (node) => keeps(node, fn)) &&
      ![...analysis.interpreter.sources].some(({ node }) => isWithin(node, fn)),
  );
}

/** The entries that only begin a transaction, and keep it for what another one does later. */
export function beginningIn(analysis: Analysis, entries: readonly EntryPoint[]): EntryPoint[] {
  const { origins, interpreter } = analysis;
  const isTransaction = (node: TSESTree.Node): boolean => {
    const value = origins.valueOf(node);
    return value.kind === 'api' && kindOf(value.client, value.type) === 'transaction';
  };
  const begins = (node: TSESTree.Node, fn: FunctionNode): boolean =>
    node.type === T.AssignmentExpression && outlives(analysis, node.left, fn) && isTransaction(node.right);
  return entries.filter(
    ({ fn }) =>
      fn &&
      hasInside(analysis, fn.body, (node) => begins(node, fn)) &&
      [...interpreter.sources].every(
        ({ node, table }) => !isWithin(node, fn) || table?.operation === 'begin',
      ),
  );
}

/** Whether two entries are of the same object, or both of the module. */
export const isBeside = (one: EntryPoint, other: EntryPoint): boolean =>
  one !== other && one.path.slice(0, -1).join('.') === other.path.slice(0, -1).join('.');

const isInNamespace = (fn: FunctionNode): boolean => {
  let at = fn.parent as TSESTree.Node | undefined;
  while (at && at.type !== T.TSModuleBlock) at = at.parent;
  return at !== undefined;
};

/** The functions of a program that code outside is known to call. */
export function exportedFunctions(analysis: Analysis): ReadonlySet<FunctionNode> {
  const exported = exportedNames(analysis.origins.sourceCode.ast);
  return new Set(
    entryPointsOf(analysis).flatMap(({ path: [first = ''], fn }) =>
      fn && (first === 'exports' || exported.has(first)) ? [fn] : [],
    ),
  );
}

/** The names of the top level that code outside gets, also inside of what it gets. */
function exportedNames({ body }: TSESTree.Program): ReadonlySet<string> {
  const names = new Set<string>();
  const addIn = (node: TSESTree.Node | null | undefined): void => {
    if (node?.type === T.Identifier) names.add(node.name);
    if (node?.type !== T.ObjectExpression) return;
    for (const property of node.properties) if (property.type === T.Property) addIn(property.value);
  };
  for (const statement of body) {
    if (statement.type === T.ExportDefaultDeclaration) {
      const { declaration } = statement;
      addIn('id' in declaration && declaration.id?.type === T.Identifier ? declaration.id : declaration);
    }
    if (statement.type === T.ExportNamedDeclaration) {
      for (const { local } of statement.specifiers) addIn(local);
      const { declaration } = statement;
      if (declaration?.type === T.FunctionDeclaration || declaration?.type === T.ClassDeclaration)
        addIn(declaration.id);
      if (statement.declaration?.type === T.VariableDeclaration)
        for (const { id } of statement.declaration.declarations) addIn(id);
    }
    if (statement.type !== T.ExpressionStatement) continue;
    const { expression } = statement;
    if (expression.type === T.AssignmentExpression && exportPath(expression.left)) addIn(expression.right);
  }
  return names;
}

/** Where an assignment to `exports` or `module.exports` is found. */
function exportPath(left: TSESTree.Node): string[] | undefined {
  if (left.type !== T.MemberExpression) return undefined;
  const name = staticName(left.property, left.computed);
  const { object } = left;
  if (name === undefined) return undefined;
  if (object.type === T.Identifier && object.name === 'module' && name === 'exports') return ['exports'];
  if (object.type === T.Identifier && object.name === 'exports') return ['exports', name];
  // A function's prototype: instances have it.
  if (object.type === T.MemberExpression && staticName(object.property, object.computed) === 'prototype')
    return object.object.type === T.Identifier ? [object.object.name, 'new', name] : undefined;
  const path = exportPath(object);
  return path && [...path, name];
}
