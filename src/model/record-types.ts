import { AST_NODE_TYPES as T, type TSESLint } from '@typescript-eslint/utils';
import type { Origins } from './origins.js';
import { typeExpressionOf, type TypeExpression } from './type-expression.js';

/** Whether a variable is annotated as a record that a client's consumer gives, or as a list of such records. */
export function recordTypeOf(
  origins: Origins,
  { identifiers: [name] }: TSESLint.Scope.Variable,
): 'record' | 'list' | undefined {
  const type = typeExpressionOf(name?.typeAnnotation?.typeAnnotation);
  if (isRecord(origins, type)) return 'record';
  const item =
    type.is === 'list' ? type.item : type.is === 'name' && isArray(type) ? type.args[0] : undefined;
  return item && isRecord(origins, item) ? 'list' : undefined;
}

const isArray = ({ path: [head, ...rest] }: Extract<TypeExpression, { is: 'name' }>): boolean =>
  rest.length === 0 && (head === 'Array' || head === 'ReadonlyArray');

function isRecord(origins: Origins, type: TypeExpression): boolean {
  if (type.is === 'import') return namesRecord(origins, type.module, type.path);
  if (type.is !== 'name' || !type.at) return false;
  const [definition] = origins.bindings.variableOf(type.at)?.defs ?? [];
  if (definition?.parent?.type !== T.ImportDeclaration) return false;
  const module = definition.parent.source.value;
  const { node } = definition;
  if (node.type !== T.ImportSpecifier) return namesRecord(origins, module, type.path.slice(1));
  const imported = node.imported.type === T.Identifier ? node.imported.name : node.imported.value;
  return namesRecord(origins, module, [imported, ...type.path.slice(1)]);
}

const namesRecord = (origins: Origins, module: string, path: readonly string[]): boolean =>
  origins.lookup(module)?.shape.records?.includes(path.join('.')) === true;
