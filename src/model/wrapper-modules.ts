import { posix, resolve, win32 } from 'node:path';
import { moduleShapeOf, type ClientId, type MethodMember, type ModuleShape } from '../clients/index.js';
import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { apiMemberOf, apiOf, shapeOf, type ModuleLookup, type WrapperExports } from './api.js';
import type { Origins } from './origins.js';
import { unwrapped, type FunctionNode } from './syntax.js';
import {
  typeOfThing,
  type ExportSetting,
  type MemberSetting,
  type Settings,
  type Thing,
  type WrapperModule,
} from './settings.js';
import { api, literal, member, native, object, type NativeValue, type Value } from './value.js';

/** Where a file is: what its imports are relative to, and what the paths in the settings are relative to. */
export interface FilePlace {
  readonly filename: string;
  readonly cwd: string;
}

/** The name of the native value that stands for a wrapper's class; its arguments are the module's specifier and the name. */
export const WRAPPER_CLASS = 'class of a wrapper';
/** The name of the native value that stands for a function that calls another with its argument. */
export const PASSES = 'passes';

/**
 * How to find a module by its specifier: the clients' own modules, and those of the settings.
 *
 * @param settings - The settings that apply to the file.
 * @param place - The file that imports.
 * @returns The look-up; it gives undefined for modules of neither.
 */
export function lookupWith(settings: Settings, place: FilePlace): ModuleLookup {
  if (settings.modules.length === 0) return moduleShapeOf;
  const matchers = settings.modules.map((module) => ({ module, matches: matcherOf(module.key, place) }));
  const found = new Map<string, ReturnType<ModuleLookup>>();
  return (specifier) => {
    if (!found.has(specifier)) {
      const module = matchers.find(({ matches }) => matches(specifier))?.module;
      found.set(specifier, module ? wrapperOf(specifier, module) : moduleShapeOf(specifier));
    }
    return found.get(specifier);
  };
}

/** Whether a text mentions a module of the settings, as far as its last name can tell. */
export function mentionsWrapper(text: string, settings: Settings): boolean {
  return settings.modules.some(({ key }) => {
    const names = withoutExtension(key)
      .split(/[/*]/)
      .filter((part) => /[^.]/.test(part));
    return text.includes(names.at(-1) ?? key);
  });
}

/** An instance of a wrapper's class; `id` names it. */
export function wrapperInstance(cls: NativeValue, lookup: ModuleLookup, id: string): Value | undefined {
  const [specifier, name] = cls.args;
  return specifier?.kind === 'literal' && name?.kind === 'literal'
    ? lookup(String(specifier.value))?.wrapper?.typed(String(name.value), id)
    : undefined;
}

/** What a function of the file gets from the wrapper that it is given to, or undefined. */
export function passedTo(origins: Origins, fn: FunctionNode): Value | undefined {
  if (origins.settings.modules.length === 0) return undefined;
  for (const use of origins.usesOf(fn)) {
    const call = use.parent;
    if (call?.type !== T.CallExpression || !call.arguments.includes(use as TSESTree.Expression)) continue;
    const callee = origins.valueOf(unwrapped(call.callee));
    const [thing] = callee.kind === 'native' && callee.name === PASSES ? callee.args : [];
    if (thing?.kind === 'api') {
      return api(thing.client, thing.type, `passed:${origins.bindings.idOf(fn)}`, { shared: true });
    }
  }
  return undefined;
}

const isRelative = (specifier: string): boolean => /^\.{0,2}(\/|$)/.test(specifier);
const withoutExtension = (path: string): string =>
  path.replace(/(\.d)?\.[cm]?[jt]sx?$/, '').replace(/(?<=.)\/index$/, '');
const slashed = (path: string): string => path.split(win32.sep).join(posix.sep);

function matcherOf(key: string, { filename, cwd }: FilePlace): (specifier: string) => boolean {
  const fileOf = (specifier: string): string => withoutExtension(slashed(resolve(filename, '..', specifier)));
  if (key.includes('*')) {
    const pattern = new RegExp(`^${globSource(withoutExtension(key))}$`);
    return (specifier) =>
      pattern.test(isRelative(specifier) ? fileOf(specifier) : withoutExtension(specifier));
  }
  if (isRelative(key)) {
    const file = withoutExtension(slashed(resolve(cwd, key)));
    return (specifier) => isRelative(specifier) && fileOf(specifier) === file;
  }
  return (specifier) => specifier === key;
}

/** `**` is any number of folders, `*` any part of one name. */
function globSource(glob: string): string {
  return glob
    .split(/(\*\*\/|\*\*|\*)/)
    .map((part) => {
      switch (part) {
        case '**/':
          return '(?:.*/)?';
        case '**':
          return '.*';
        case '*':
          return '[^/]*';
        default:
          return part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
      }
    })
    .join('');
}

function wrapperOf(
  specifier: string,
  { client, shape, exports }: WrapperModule,
): { client: ClientId; shape: ModuleShape; wrapper?: WrapperExports } {
  if (exports.size === 0) return { client, shape };
  const thingOf = thingsOf(client, shape);
  const id = `wrapper:${specifier}`;
  const namespace = apiOf(client, shape.namespace, `module:${specifier}`);
  const fields = new Map<string, Value>();
  for (const name of Object.keys(shapeOf(namespace).members)) {
    const value = apiMemberOf(namespace, name);
    if (value) fields.set(name, value);
  }
  for (const [name, value] of membersOf(exports, id, thingOf)) fields.set(name, value);
  for (const [name, setting] of exports) {
    if ('class' in setting) fields.set(name, native(WRAPPER_CLASS, [literal(specifier), literal(name)]));
  }
  return {
    client,
    shape,
    wrapper: {
      namespace: object(`module:${specifier}`, fields, true),
      typed: (name, value) => {
        const setting = exports.get(name);
        if (!setting) return undefined;
        if ('type' in setting) return thingOf.value(setting.type, value);
        return 'class' in setting
          ? object(value, membersOf(new Map(Object.entries(setting.class.members)), value, thingOf), true)
          : undefined;
      },
    },
  };
}

interface Things {
  readonly client: ClientId;
  value(thing: Thing, id: string): Value;
  member(name: string, setting: MemberSetting, id: string, owner: string): Value;
}

function thingsOf(client: ClientId, shape: ModuleShape): Things {
  const typeName = (thing: Thing): string => {
    const found = typeOfThing(client, shape, thing);
    if (found === undefined) throw new Error(`${client} has no ${thing}.`);
    return found;
  };
  const value = (thing: Thing, id: string): Value => apiOf(client, typeName(thing), id, { shared: true });
  return {
    client,
    value,
    member: (name, setting, id, owner) => {
      if ('is' in setting) return value(setting.is, id);
      if ('passes' in setting) return native(PASSES, [value(setting.passes, id)]);
      const thing = 'returns' in setting ? setting.returns : setting.resolves;
      const style = 'returns' in setting ? 'sync' : 'promise';
      const type = typeName(thing);
      // Of the producer behind a wrapper nothing is known but that others have it, too.
      const behind = api(client, 'producer', owner, { shared: true });
      const method: MethodMember = /(^|\.)transaction$/i.test(thing)
        ? { is: 'method', style, operation: 'begin', returns: type === 'producer' ? 'this' : type }
        : { is: 'method', style, role: 'factory', returns: type };
      return member(client, name, method, behind);
    },
  };
}

/** The members of a wrapper or an instance. Where exactly one of them is a producer, transactions begin on that one. */
function membersOf(
  settings: ReadonlyMap<string, ExportSetting>,
  id: string,
  things: Things,
): ReadonlyMap<string, Value> {
  const members = [...settings].flatMap(([name, setting]): (readonly [string, MemberSetting])[] =>
    'class' in setting || 'type' in setting ? [] : [[name, setting]],
  );
  const producers = members.filter(([, setting]) => 'is' in setting && setting.is === 'producer');
  const [only] = producers;
  const owner = producers.length === 1 && only ? `${id}.${only[0]}` : id;
  return new Map(
    members.map(([name, setting]) => [name, things.member(name, setting, `${id}.${name}`, owner)]),
  );
}
