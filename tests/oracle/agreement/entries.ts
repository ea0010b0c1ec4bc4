import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import type { Analysis } from '../../../src/flow/analysis.js';
import {
  hasBody,
  isClass,
  isFunction,
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
  const add = (path: readonly string[], fn: FunctionNode): void => {
    if (!hasBody(fn)) return;
    if (origins.callsOf(fn)) return;
    found.push({ name: path.join('.'), path, fn });
  };
  const addClass = (path: readonly string[], cls: ClassNode): void => {
    // There are no instances of an abstract class but those of a class that extends it.
    const { id } = origins.concreteOf(cls);
    const instance = [...(cls.abstract && id ? [id.name] : path), 'new'];
    for (const member of cls.body.body) {
      if (member.type !== T.MethodDefinition && member.type !== T.PropertyDefinition) continue;
      const name = staticName(member.key, member.computed);
      if (name === undefined || name.startsWith('#') || member.accessibility === 'private') continue;
      if (member.type === T.MethodDefinition && member.kind !== 'method') continue;
      const fn = member.value;
      if (fn && isFunction(fn)) add([...(member.static ? path : instance), name], fn);
    }
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
  for (const statement of origins.sourceCode.ast.body) {
    const declaration =
      statement.type === T.ExportNamedDeclaration || statement.type === T.ExportDefaultDeclaration
        ? statement.declaration
        : statement;
    const isDefault = statement.type === T.ExportDefaultDeclaration;
    switch (declaration?.type) {
      case T.FunctionDeclaration:
      case T.ClassDeclaration:
        addValue(declaration.id ? [declaration.id.name] : ['exports', 'default'], declaration, 0);
        break;
      case T.VariableDeclaration:
        for (const { id, init } of declaration.declarations)
          if (id.type === T.Identifier) {
            if (init?.type === T.CallExpression)
              found.push({ name: id.name, path: [id.name], fn: undefined });
            else addValue([id.name], init, 0);
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
  }
  return found;
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
