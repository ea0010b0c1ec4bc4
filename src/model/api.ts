import {
  moduleShapeOf,
  typeOf,
  type ApiType,
  type ClientId,
  type MethodMember,
  type ModuleShape,
} from '../clients/index.js';
import {
  api,
  literal,
  member,
  missing,
  promise,
  unknown,
  type ApiValue,
  type MemberValue,
  type Value,
} from './value.js';

/** The client and type that a profile's type name stands for: `client:type` names a type of another profile. */
export function splitTypeName(client: ClientId, name: string): { client: ClientId; type: string } {
  const at = name.indexOf(':');
  return at < 0
    ? { client, type: name }
    : { client: name.slice(0, at) as ClientId, type: name.slice(at + 1) };
}

/** The API type of a value. */
export const shapeOf = (value: ApiValue): ApiType => typeOf(value.client, value.type);

/** A value of a profile's type. */
export function apiOf(
  client: ClientId,
  typeName: string,
  id: string,
  extra: { maybe?: boolean; shared?: boolean; producer?: string } = {},
): ApiValue {
  const { client: owner, type } = splitTypeName(client, typeName);
  return api(owner, type, id, extra);
}

/** What `value.name` is, for a thing of a client's API or a table of codes; undefined where the profile does not say. */
export function apiMemberOf(value: ApiValue | MemberValue, name: string): Value | undefined {
  if (value.kind === 'member') {
    if (value.member.is === 'codes') {
      const constant = value.member.values[name];
      return constant === undefined ? missing(`${value.name}.${name}`) : literal(constant, { name });
    }
    if (value.member.is === 'class') {
      const type = typeOf(value.client, value.member.constructs);
      const found = type.members[name];
      return found?.is === 'error-predicate' || found?.is === 'codes'
        ? member(value.client, name, found, undefined)
        : undefined;
    }
    if (value.member.is === 'error-class') {
      const constant = value.member.constants?.[name];
      if (constant !== undefined) return literal(constant);
      const found = value.member.statics?.[name];
      return found && member(value.client, `${value.name}.${name}`, found, undefined);
    }
    return undefined;
  }
  const { members, absent } = shapeOf(value);
  const found = members[name];
  if (!found) return absent?.includes(name) === true ? missing(name) : undefined;
  if (found.is !== 'value') return member(value.client, name, found, value);
  const inner = apiOf(value.client, found.type, `${value.id}.${name}`, {
    maybe: found.optional ?? false,
    shared: value.shared,
    ...(kindOf(value.client, found.type) === 'transaction' ? { producer: value.id } : {}),
  });
  return found.promised === true ? promise(true, inner) : inner;
}

/** The kind of a profile's type. */
export function kindOf(client: ClientId, typeName: string): ApiType['kind'] {
  const { client: owner, type } = splitTypeName(client, typeName);
  return typeOf(owner, type).kind;
}

/** The value that a call of a method gives, once it is there. `id` names what it makes. */
export function resultOf(callee: MemberValue, method: MethodMember, id: string): Value {
  if (method.returns === undefined) return unknown(`${callee.owner?.id ?? ''}.${callee.name}()`);
  if (method.returns === 'this') return callee.owner ?? unknown(`${callee.name}()`);
  const owner = callee.owner;
  // What keeps one producer gives that one.
  const kept =
    owner && shapeOf(owner).kind === 'context' && kindOf(callee.client, method.returns) === 'producer';
  return apiOf(callee.client, method.returns, kept ? `${owner.id}.producer` : id, {
    ...(owner && kindOf(callee.client, method.returns) === 'transaction' ? { producer: owner.id } : {}),
    ...(owner?.shared === true && method.operation === undefined ? { shared: true } : {}),
  });
}

/** A module's exports as a value. */
export function moduleValue(
  specifier: string,
  form: 'namespace' | 'default',
  lookup: ModuleLookup = moduleShapeOf,
): Value | undefined {
  const found = lookup(specifier);
  if (!found) return undefined;
  if (found.wrapper) {
    const { namespace } = found.wrapper;
    return form === 'default' && namespace.kind === 'object'
      ? (namespace.fields.get('default') ?? namespace)
      : namespace;
  }
  const type =
    form === 'default' ? (found.shape.defaultExport ?? found.shape.namespace) : found.shape.namespace;
  return apiOf(found.client, type, `module:${specifier}`);
}

/** What a module of the settings exports, beside what its client's module exports. */
export interface WrapperExports {
  /** The module as a value. */
  readonly namespace: Value;
  /** What a value of one of its types is; `id` names the value. */
  typed(name: string, id: string): Value | undefined;
}

/** Finds a module's shape by its specifier. */
export type ModuleLookup = (
  specifier: string,
) => { client: ClientId; shape: ModuleShape; wrapper?: WrapperExports } | undefined;
