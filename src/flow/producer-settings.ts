import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import { profileOf, profiles, type ClientId, type TransactionalConfig } from '../clients/index.js';
import { changesAtStart } from '../model/changing-at-start.js';
import { givenToClasses } from '../model/given-producers.js';
import type { ApiValue } from '../model/value.js';
import { writtenObject, type WrittenObject } from '../model/written-object.js';
import type { Interpreter } from './interpreter.js';

/** Finds producers of the file that begin transactions and were made without what transactions need, and ids that do not last. */
export function producerSettings(it: Interpreter): void {
  const begun = new Map<string, { readonly client: ClientId; readonly node: TSESTree.Node }>();
  for (const { node, callee } of it.seen.calls) {
    const { member, owner, client } = callee;
    if (member.is !== 'method' || !owner) continue;
    const { initialisedBy } = profileOf(client).behaviour;
    if (member.operation === 'begin' || (member.operation === 'init' && initialisedBy === 'init')) {
      if (!begun.has(owner.id)) begun.set(owner.id, { client, node });
    }
  }
  const unseen = new Map<ClientId, TSESTree.Node>();
  for (const [id, begin] of begun) {
    const producer = making(it, id) ?? givenFor(it, id);
    if (producer) judge(it, producer, begin.node);
    else unseen.set(begin.client, begin.node);
  }
  if (unseen.size === 0) return;
  // Transactions begin on a producer that comes from somewhere: one that the file makes for them, and that begins none here, may be it.
  for (const id of it.origins.created()) {
    const producer = begun.has(id) ? undefined : making(it, id, 0);
    const begin = producer && unseen.get(producer.client);
    if (begin) judgeIds(it, producer, begin);
  }
}

/**
 * How the producer was made that the file gives to a class which knows it by the type alone. Of several, not each need be one on which
 * transactions begin.
 */
function givenFor(it: Interpreter, id: string): Making | undefined {
  const ids = new Set([id]);
  const given = givenToClasses(it.origins);
  // A set is gone through to its end, with what is added meanwhile.
  for (const known of ids) for (const other of given.get(known) ?? []) ids.add(other);
  const [only, ...others] = [...ids].flatMap((other) => making(it, other) ?? []);
  return others.length > 0 ? undefined : only;
}

/** How a producer was made. */
interface Making {
  readonly client: ClientId;
  /** The call or `new` that made it. */
  readonly node: TSESTree.Node;
  /** Where its settings stand. */
  readonly at: TSESTree.Node;
  /** The settings in the order in which they count; undefined where the text does not show them. */
  readonly settings: readonly (WrittenObject | undefined)[];
}

const EMPTY: WrittenObject = { properties: new Map(), open: false };

type Creation = TSESTree.CallExpression | TSESTree.NewExpression;

function making(it: Interpreter, id: string, depth = 4): Making | undefined {
  const { origins } = it;
  const node = origins.creationOf(id);
  // A property of the thing that made it: `client.producer`.
  if (!node)
    return id.includes('.') && depth > 0
      ? making(it, id.slice(0, id.lastIndexOf('.')), depth - 1)
      : undefined;
  const callee = origins.valueOf(node.callee);
  if (callee.kind !== 'member') {
    const formed = node.type === T.CallExpression ? origins.producerByForm(node) : undefined;
    if (formed?.kind !== 'api') return undefined;
    const own = made(it, node, formed.client, []);
    // What it is made by is out of view, and may have settings of its own.
    return { ...own, settings: [...own.settings, undefined] };
  }
  const { member, owner, client } = callee;
  if (member.is === 'class') {
    if (member.producerSettings) return made(it, node, client, member.producerSettings);
    return member.operation === 'create' ? made(it, node, client, []) : undefined;
  }
  if (member.is !== 'method' || !owner) return undefined;
  if (member.operation === 'create') return made(it, node, client, [], owner);
  // It is given by what made it: `await client.connect()`.
  return depth > 0 ? making(it, owner.id, depth - 1) : undefined;
}

function made(
  it: Interpreter,
  node: Creation,
  client: ClientId,
  path: readonly string[],
  owner?: ApiValue,
): Making {
  const [argument] = node.arguments;
  const { inheritsFromKafka } = profileOf(client).transactional;
  const own = argument ? settingsAt(it, argument, path) : { at: node, written: EMPTY };
  const inherited = inheritsFromKafka && owner ? [ofKafka(it, owner)] : [];
  return { client, node, at: own.at, settings: [own.written, ...inherited] };
}

/** The settings that stand at a path inside of an argument. */
function settingsAt(
  it: Interpreter,
  argument: TSESTree.Node,
  path: readonly string[],
): { at: TSESTree.Node; written: WrittenObject | undefined } {
  let at = argument;
  let written = argument.type === T.SpreadElement ? undefined : writtenObject(it.origins, argument);
  for (const name of path) {
    const property = written?.properties.get(name);
    if (!property) return { at, written: written && !written.open ? EMPTY : undefined };
    at = property.value;
    written = writtenObject(it.origins, property.value);
  }
  return { at, written };
}

/** The settings of the object that makes producers. */
function ofKafka(it: Interpreter, { id }: ApiValue): WrittenObject | undefined {
  const node = it.origins.creationOf(id);
  if (node?.type !== T.NewExpression) return undefined;
  const [argument] = node.arguments;
  return argument ? settingsAt(it, argument, []).written : EMPTY;
}

/** A setting: the property that gives it, `absent` where nothing does, `unseen` where something may. */
type Setting = TSESTree.Property | 'absent' | 'unseen';

function settingIn(it: Interpreter, written: WrittenObject | undefined, path: readonly string[]): Setting {
  const [name, ...rest] = path;
  if (!written || name === undefined) return 'unseen';
  const property = written.properties.get(name);
  if (!property) return written.open ? 'unseen' : 'absent';
  const value = it.origins.valueOf(property.value);
  if (value.kind === 'nil') return 'absent';
  return rest.length === 0 ? property : settingIn(it, writtenObject(it.origins, property.value), rest);
}

/** The setting that counts: the first of the objects that has it. */
function setting(it: Interpreter, { settings }: Making, path: readonly string[]): Setting {
  for (const written of settings) {
    const found = settingIn(it, written, path);
    if (found !== 'absent') return found;
  }
  return 'absent';
}

function judge(it: Interpreter, making: Making, begin: TSESTree.Node): void {
  const { transactional } = profileOf(making.client);
  const misplaced = misplacedId(it, making, transactional);
  if (misplaced) {
    const [own = []] = transactional.idKeys;
    const { path, property } = misplaced;
    const advice = `Name it \`${spelled(own)}\`.`;
    report(it, making, begin, property, 'misplaced-id', { setting: spelled(path), advice });
    return;
  }
  const ids = judgeIds(it, making, begin);
  if (ids.every((id) => id === 'absent')) {
    report(it, making, begin, making.at, transactional.randomByDefault ? 'random-by-default' : 'no-id');
    return;
  }
  required(it, making, begin, transactional);
}

/** Reports an id that is another one at every start. Gives what is set as an id. */
function judgeIds(it: Interpreter, making: Making, begin: TSESTree.Node): readonly Setting[] {
  const ids = profileOf(making.client).transactional.idKeys.map((path) => setting(it, making, path));
  for (const id of ids) {
    if (typeof id === 'object' && changesAtStart(it.origins, id.value))
      report(it, making, begin, id, 'random-id');
  }
  return ids;
}

/** An id under a key that the client refuses, or that is another client's. */
function misplacedId(
  it: Interpreter,
  making: Making,
  { idKeys, refusedIdKeys = [] }: TransactionalConfig,
): { path: readonly string[]; property: TSESTree.Property } | undefined {
  for (const path of refusedIdKeys) {
    const property = settingIn(it, making.settings[0], path);
    if (typeof property === 'object') return { path, property };
  }
  const own = idKeys.map((path) => setting(it, making, path));
  if (own.some((id) => id !== 'absent')) return undefined;
  for (const { transactional } of profiles) {
    for (const path of transactional.idKeys) {
      const property = setting(it, making, path);
      if (typeof property === 'object') return { path, property };
    }
  }
  return undefined;
}

/** Reports the required settings that are wrong, each where it stands, and together those that are not there. */
function required(it: Interpreter, making: Making, begin: TSESTree.Node, config: TransactionalConfig): void {
  const absent: string[] = [];
  let last = '';
  for (const { path, value, whenAbsent } of config.required) {
    const found = setting(it, making, path);
    const name = spelled(path);
    if (found === 'absent' && whenAbsent === 'fault') {
      if (absent.length > 0) absent.push(`${String(absent.pop())}: ${last}, ${name}`);
      else absent.push(name);
      last = String(value);
    }
    if (typeof found !== 'object') continue;
    const given = it.origins.valueOf(found.value);
    if (given.kind === 'literal' && given.value !== value)
      report(it, making, begin, found, 'setting', { setting: name, value: String(value) });
  }
  const [names] = absent;
  if (names !== undefined) report(it, making, begin, making.at, 'setting', { setting: names, value: last });
}

/** A setting as a message names it. */
const spelled = (path: readonly string[]): string => path.join('.');

type Detail = 'no-id' | 'random-id' | 'random-by-default' | 'misplaced-id' | 'setting';

function report(
  it: Interpreter,
  { client, node }: Making,
  begin: TSESTree.Node,
  at: TSESTree.Node,
  detail: Detail,
  quoted: Readonly<Record<string, string>> = {},
): void {
  it.findings.add({
    kind: 'invalid-producer',
    node: at,
    client,
    operation: 'create',
    call: node,
    rows: new Set(),
    detail,
    quoted,
    error: undefined,
    related: begin,
    handler: undefined,
  });
}
