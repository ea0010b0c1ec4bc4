import { AST_NODE_TYPES as T } from '@typescript-eslint/utils';
import type { Origins } from './origins.js';
import { constructorOf, memberName } from './syntax.js';
import type { Value } from './value.js';

/** Where the things come from that a class of the file is given: by the id under which its code knows one, the ids of those that it gets. */
export type Given = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * What the file's own `new` gives to its classes: the parameters of a constructor, and the fields that keep them, stand for the arguments.
 *
 * @param origins - The values of the file.
 * @returns For each parameter and field that is known by its type alone, what it may stand for.
 */
export function givenToClasses(origins: Origins): Given {
  const given = new Map<string, Set<string>>();
  const note = (known: Value | undefined, from: Value | undefined): void => {
    if (known?.kind !== 'api' || from?.kind !== 'api' || known.id === from.id) return;
    const ids = given.get(known.id);
    if (ids) ids.add(from.id);
    else given.set(known.id, new Set([from.id]));
  };
  for (const node of origins.index.calls) {
    if (node.type !== T.NewExpression) continue;
    const callee = origins.valueOf(node.callee);
    const maker = callee.kind === 'class' ? constructorOf(callee.node) : undefined;
    if (callee.kind !== 'class' || !maker) continue;
    for (const [index, parameter] of maker.params.entries()) {
      const argument = node.arguments[index];
      if (!argument || argument.type === T.SpreadElement) break;
      const value = origins.valueOf(argument);
      const bare = parameter.type === T.TSParameterProperty ? parameter.parameter : parameter;
      for (const variable of origins.bindings.ownedBy(maker)) {
        const part = origins.destructured(bare, value, variable);
        if (part) note(origins.variableValue(variable), part);
      }
      const target = bare.type === T.AssignmentPattern ? bare.left : bare;
      if (parameter.type === T.TSParameterProperty && target.type === T.Identifier)
        note(origins.fieldValue(callee.node, target.name), value);
    }
  }
  for (const { left, right } of origins.index.assignments) {
    if (left.type !== T.MemberExpression || left.object.type !== T.ThisExpression) continue;
    const owner = origins.constructorAround(left);
    const name = memberName(left);
    if (owner && name !== undefined) note(origins.fieldValue(owner, name), origins.valueOf(right));
  }
  return given;
}
