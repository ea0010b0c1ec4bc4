import { AST_NODE_TYPES as T } from '@typescript-eslint/utils';
import type { ApiType, ClientId, TypeName } from '../clients/index.js';
import { profiles } from '../clients/index.js';
import { apiOf } from './api.js';
import type { Origins } from './origins.js';
import { staticName, unwrapped, type FunctionNode } from './syntax.js';
import type { Value } from './value.js';

/** The types of what clients hand to functions that programs give them, with the names that tell that one is used. */
const handed: readonly { client: ClientId; type: TypeName; members: readonly string[] }[] = profiles.flatMap(
  ({ id, types }) =>
    Object.values<ApiType>(types).flatMap(({ members }) =>
      Object.values(members).flatMap((member) =>
        member.is === 'method' && member.handlers
          ? Object.values(member.handlers).map((type) => ({
              client: id,
              type,
              members: Object.keys(types[type]?.members ?? {}),
            }))
          : [],
      ),
    ),
);

/**
 * What a function of the file gets first from the client that it is given to in an object: `consumer.run({ eachBatch: ... })`. Undefined
 * for any other function, and in a file that uses nothing of what such functions get.
 */
export function handedTo(origins: Origins, fn: FunctionNode): Value | undefined {
  const { names } = origins.index;
  if (!handed.some(({ members }) => members.some((name) => names.has(name)))) return undefined;
  for (const use of origins.usesOf(fn)) {
    const property = use.parent;
    if (property?.type !== T.Property || property.value !== use) continue;
    const call = property.parent.parent;
    if (call.type !== T.CallExpression || call.arguments[0] !== property.parent) continue;
    const callee = origins.valueOf(unwrapped(call.callee));
    const name = staticName(property.key, property.computed);
    if (callee.kind !== 'member' || callee.member.is !== 'method' || name === undefined) continue;
    const type = callee.member.handlers?.[name];
    if (type !== undefined) return apiOf(callee.client, type, `handed:${origins.bindings.idOf(fn)}`);
  }
  return undefined;
}
