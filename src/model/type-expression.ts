import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';

/** A type as it stands in an annotation or a JSDoc comment, in one form for both. */
export type TypeExpression =
  | {
      readonly is: 'name';
      readonly path: readonly string[];
      readonly args: readonly TypeExpression[];
      readonly at: TSESTree.Node | undefined;
    }
  | { readonly is: 'import'; readonly module: string; readonly path: readonly string[] }
  | { readonly is: 'union'; readonly parts: readonly TypeExpression[] }
  | { readonly is: 'list'; readonly item: TypeExpression }
  | { readonly is: 'tuple'; readonly items: readonly TypeExpression[] }
  | { readonly is: 'index'; readonly object: TypeExpression; readonly key: string }
  | { readonly is: 'typeof'; readonly path: readonly string[]; readonly at: TSESTree.Node | undefined }
  | {
      readonly is: 'object';
      readonly fields: ReadonlyMap<string, { type: TypeExpression; optional: boolean }>;
    }
  | { readonly is: 'function'; readonly returns: TypeExpression }
  /** `new (...) => T` */
  | { readonly is: 'constructor'; readonly makes: TypeExpression }
  | { readonly is: 'nothing' }
  | { readonly is: 'other' };

const other: TypeExpression = { is: 'other' };

const pathOf = (name: TSESTree.EntityName | TSESTree.TSImportType): string[] | undefined => {
  switch (name.type) {
    case T.Identifier:
      return [name.name];
    case T.TSQualifiedName: {
      const left = pathOf(name.left);
      return left && [...left, name.right.name];
    }
    default:
      return undefined;
  }
};
const rootOf = (name: TSESTree.EntityName): TSESTree.Node =>
  name.type === T.TSQualifiedName ? rootOf(name.left) : name;

/** `{ [key: string]: T }` is another way to say `Record<string, T>`. */
const recordOf = (item: TypeExpression): TypeExpression => ({
  is: 'name',
  path: ['Record'],
  args: [other, item],
  at: undefined,
});

/** Reads a type annotation of the syntax tree. */
export function typeExpressionOf(node: TSESTree.TypeNode | undefined): TypeExpression {
  if (!node) return other;
  switch (node.type) {
    case T.TSTypeReference: {
      const path = pathOf(node.typeName);
      if (!path) return other;
      return {
        is: 'name',
        path,
        args: node.typeArguments?.params.map(typeExpressionOf) ?? [],
        at: rootOf(node.typeName),
      };
    }
    case T.TSImportType: {
      const source = node.source as TSESTree.Literal | undefined;
      const path = node.qualifier ? pathOf(node.qualifier) : [];
      return source && typeof source.value === 'string' && path
        ? { is: 'import', module: source.value, path }
        : other;
    }
    case T.TSUnionType:
    case T.TSIntersectionType:
      return { is: 'union', parts: node.types.map(typeExpressionOf) };
    case T.TSArrayType:
      return { is: 'list', item: typeExpressionOf(node.elementType) };
    case T.TSTupleType:
      return { is: 'tuple', items: node.elementTypes.map(typeExpressionOf) };
    case T.TSNamedTupleMember:
      return typeExpressionOf(node.elementType);
    case T.TSTypeOperator:
      return typeExpressionOf(node.typeAnnotation);
    case T.TSIndexedAccessType: {
      const index = node.indexType;
      return index.type === T.TSLiteralType && index.literal.type === T.Literal
        ? { is: 'index', object: typeExpressionOf(node.objectType), key: String(index.literal.value) }
        : other;
    }
    case T.TSTypeQuery: {
      if (node.exprName.type === T.TSImportType || node.exprName.type === T.ThisExpression) return other;
      const path = pathOf(node.exprName);
      return path ? { is: 'typeof', path, at: rootOf(node.exprName) } : other;
    }
    case T.TSTypeLiteral: {
      const [only] = node.members;
      return only?.type === T.TSIndexSignature && node.members.length === 1
        ? recordOf(typeExpressionOf(only.typeAnnotation?.typeAnnotation))
        : { is: 'object', fields: fieldsOf(node.members) };
    }
    case T.TSFunctionType:
      return { is: 'function', returns: typeExpressionOf(node.returnType?.typeAnnotation) };
    case T.TSConstructorType:
      return { is: 'constructor', makes: typeExpressionOf(node.returnType?.typeAnnotation) };
    case T.TSNullKeyword:
    case T.TSUndefinedKeyword:
    case T.TSVoidKeyword:
      return { is: 'nothing' };
    default:
      return other;
  }
}

/** The fields of an interface or a type literal. */
export function fieldsOf(
  members: readonly TSESTree.TypeElement[],
): ReadonlyMap<string, { type: TypeExpression; optional: boolean }> {
  const fields = new Map<string, { type: TypeExpression; optional: boolean }>();
  for (const member of members) {
    if (
      (member.type !== T.TSPropertySignature && member.type !== T.TSMethodSignature) ||
      member.computed ||
      member.key.type !== T.Identifier
    ) {
      continue;
    }
    const type: TypeExpression =
      member.type === T.TSPropertySignature
        ? typeExpressionOf(member.typeAnnotation?.typeAnnotation)
        : { is: 'function', returns: typeExpressionOf(member.returnType?.typeAnnotation) };
    fields.set(member.key.name, { type, optional: member.optional });
  }
  return fields;
}

/** Reads the text of a JSDoc type such as `import('kafkajs').Transaction | null`. What it cannot read is `other`. */
export function parseTypeText(text: string): TypeExpression {
  const tokens = text.match(/[A-Za-z_$][\w$]*|'[^']*'|"[^"]*"|=>|[^\s]/g) ?? [];
  let at = 0;
  const peek = (): string | undefined => tokens[at];
  const take = (token: string): boolean => {
    if (tokens[at] !== token) return false;
    at++;
    return true;
  };
  const isName = (token: string | undefined): token is string =>
    token !== undefined && /^[A-Za-z_$]/.test(token);
  const path = (): string[] => {
    const names: string[] = [];
    while (isName(peek())) {
      names.push(tokens[at++] as string);
      if (!take('.')) break;
    }
    return names;
  };
  const args = (): TypeExpression[] => {
    const list: TypeExpression[] = [];
    take('.');
    if (!take('<')) return list;
    do list.push(union());
    while (take(','));
    take('>');
    return list;
  };
  const primary = (): TypeExpression => {
    if (take('(')) {
      const inner = union();
      take(')');
      return inner;
    }
    if (take('{')) {
      const fields = new Map<string, { type: TypeExpression; optional: boolean }>();
      while (isName(peek())) {
        const name = tokens[at++] as string;
        const optional = take('?');
        if (!take(':')) break;
        fields.set(name, { type: union(), optional });
        if (!take(',') && !take(';')) break;
      }
      take('}');
      return { is: 'object', fields };
    }
    const token = peek();
    if (token === 'import') {
      at++;
      take('(');
      const module = tokens[at++]?.slice(1, -1) ?? '';
      take(')');
      return { is: 'import', module, path: take('.') ? path() : [] };
    }
    if (token === 'typeof') {
      at++;
      return { is: 'typeof', path: path(), at: undefined };
    }
    if (token === 'null' || token === 'undefined' || token === 'void') {
      at++;
      return { is: 'nothing' };
    }
    if (isName(token)) return { is: 'name', path: path(), args: args(), at: undefined };
    at++;
    return other;
  };
  const postfix = (): TypeExpression => {
    const optional = take('?');
    take('!');
    let type = primary();
    while (peek() === '[') {
      at++;
      if (take(']')) {
        type = { is: 'list', item: type };
        continue;
      }
      const key = tokens[at++]?.slice(1, -1) ?? '';
      take(']');
      type = { is: 'index', object: type, key };
    }
    take('=');
    return optional ? { is: 'union', parts: [type, { is: 'nothing' }] } : type;
  };
  const union = (): TypeExpression => {
    take('|');
    const parts = [postfix()];
    while (take('|') || take('&')) parts.push(postfix());
    return parts.length === 1 ? (parts[0] as TypeExpression) : { is: 'union', parts };
  };
  return union();
}

/** The tags of a JSDoc comment that give types: `@param {T} name`, `@type {T}`, `@returns {T}`, `@typedef {T} Name`. */
export interface TypeTag {
  readonly tag: 'param' | 'type' | 'returns' | 'typedef';
  readonly name: string | undefined;
  readonly type: TypeExpression;
}

/** Reads the type tags of a comment's text. */
export function typeTagsOf(comment: string): TypeTag[] {
  const tags: TypeTag[] = [];
  const opening = /@(param|arg|argument|type|returns?|typedef)\s*\{/g;
  for (let match = opening.exec(comment); match; match = opening.exec(comment)) {
    let depth = 1;
    let end = opening.lastIndex;
    while (end < comment.length && depth > 0) {
      if (comment[end] === '{') depth++;
      if (comment[end] === '}') depth--;
      end++;
    }
    const text = comment.slice(opening.lastIndex, end - 1).replace(/\n\s*\*/g, ' ');
    const name = /^\s*\[?\s*([A-Za-z_$][\w$.]*)/.exec(comment.slice(end))?.[1];
    const word = match[1] as string;
    tags.push({
      tag: word === 'type' || word === 'typedef' ? word : word.startsWith('return') ? 'returns' : 'param',
      name,
      type: parseTypeText(text),
    });
  }
  return tags;
}
