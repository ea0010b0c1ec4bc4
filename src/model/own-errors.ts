import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { constructorOf, staticName, unwrapped, type ClassNode, type FunctionNode } from './syntax.js';

/** Whether a name stands where a class declares a field, or where an object gets a property that it can lend to another one. */
export function isFieldName(node: TSESTree.Node): boolean {
  const { parent } = node;
  if (parent?.type === T.PropertyDefinition || parent?.type === T.AccessorProperty)
    return parent.key === node;
  if (parent?.type === T.MethodDefinition) return parent.key === node && parent.kind === 'get';
  if (parent?.type === T.TSParameterProperty) return true;
  if (parent?.type === T.AssignmentPattern) return parent.parent.type === T.TSParameterProperty;
  return parent?.type === T.Property && parent.key === node && isLent(parent);
}

/** Whether a property stands in an object that is laid over another one: `Object.assign(error, { stage })`. */
export function isLent(property: TSESTree.Property): boolean {
  const call = property.parent.parent;
  return call.type === T.CallExpression && call.arguments.length > 1 && nameOf(call.callee) === 'assign';
}

const nameOf = (callee: TSESTree.Expression): string | undefined =>
  callee.type === T.MemberExpression ? staticName(callee.property, callee.computed) : undefined;

/**
 * What an instance of a class has as a field: the constructor's argument of that index, or what an expression gives. Undefined where the
 * class's text does not say it.
 */
export function givenAs(cls: ClassNode, name: string): number | TSESTree.Expression | undefined {
  const maker = constructorOf(cls);
  const given = maker && givenBy(maker, name);
  if (given !== undefined) return given === 'unseen' ? undefined : given;
  for (const element of cls.body.body) {
    if (element.type !== T.PropertyDefinition || element.static || !element.value) continue;
    if (staticName(element.key, element.computed) === name) return element.value;
  }
  return undefined;
}

/** What a constructor gives a field, which comes after the field's own initialiser; undefined where it gives it nothing. */
function givenBy(maker: FunctionNode, name: string): number | TSESTree.Expression | 'unseen' | undefined {
  const indexOf = (of: string): number =>
    maker.params.findIndex((parameter) => {
      const bare = parameter.type === T.TSParameterProperty ? parameter.parameter : parameter;
      return bare.type === T.Identifier && bare.name === of;
    });
  const own = indexOf(name);
  if (own >= 0 && maker.params[own]?.type === T.TSParameterProperty) return own;
  for (const statement of maker.body.type === T.BlockStatement ? maker.body.body : []) {
    if (statement.type !== T.ExpressionStatement || statement.expression.type !== T.AssignmentExpression)
      continue;
    const { left, right } = statement.expression;
    if (left.type !== T.MemberExpression || left.object.type !== T.ThisExpression) continue;
    if (staticName(left.property, left.computed) !== name) continue;
    const value = unwrapped(right);
    if (value.type !== T.Identifier) return value.type === T.Literal ? value : 'unseen';
    const index = indexOf(value.name);
    return index >= 0 ? index : 'unseen';
  }
  return undefined;
}
