import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import type { Analysis } from '../../../src/flow/analysis.js';
import { exportedFunctions } from './entries.js';
import {
  childrenOf,
  isClass,
  isFunction,
  memberName,
  staticName,
  type ClassNode,
  type FunctionNode,
} from '../../../src/model/syntax.js';
import { kindOf } from '../../../src/model/api.js';
import type { ApiValue, Value } from '../../../src/model/value.js';
import type { ClientId } from '../../../src/clients/index.js';
import type { Operation } from '../../../src/taxonomy/index.js';

/** The names by which the instrumented text calls what decides at run time. */
export const HOOKS = {
  names: '__names',
  given: '__given',
  holds: '__holds',
  equals: '__equals',
  chosen: '__chosen',
  spread: '__spread',
} as const;

/** A program's text in which stand-ins are told what the analysis takes them for, and conditions about them are decided. */
export interface Instrumented {
  readonly text: string;
  /** What the analysis takes an expression for, by the number in the text. */
  readonly values: readonly Value[];
  /** The numbers of expressions that are there before the program has set them. */
  readonly unset: ReadonlySet<number>;
  /** Those of them that are what a call gives. */
  readonly lookedUp: ReadonlySet<number>;
  /** How many producers of each client somebody outside may have to give it. */
  readonly given: readonly { readonly client: ClientId; readonly type: string; readonly count: number }[];
  /** The clients that it uses. */
  readonly clients: ReadonlySet<ClientId>;
  /** Functions that code outside calls and that test what they are given, by the number in the text. */
  readonly choosing: readonly FunctionNode[];
  /** The classes of its top level, by name. */
  readonly classes: ReadonlyMap<string, ClassNode>;
  /** What the program does itself. */
  readonly operations: ReadonlySet<Operation | 'connect'>;
  /** The types of objects that it declares, by name. */
  readonly shapes: ReadonlyMap<string, readonly TSESTree.TypeElement[]>;
  /** The names of what it asks for inside of anything. */
  readonly asked: ReadonlySet<string>;
  /** Names that the program reads and nobody declares. */
  readonly free: readonly string[];
  /** It imports, and does not require. */
  readonly imports: boolean;
}

/** Something to be put into the text. */
interface Edit {
  readonly at: number;
  /** What the text takes the place of ends here; else nothing is replaced. */
  readonly until?: number;
  readonly text: string;
  /** Where several are put in one place, those with lower ones come first. */
  readonly order: number;
}

const isWriteTarget = (node: TSESTree.Node): boolean => {
  const { parent } = node;
  switch (parent?.type) {
    case T.AssignmentExpression:
      return parent.left === node;
    case T.UpdateExpression:
      return true;
    case T.UnaryExpression:
      return parent.operator === 'delete' || parent.operator === 'typeof';
    case T.ForOfStatement:
    case T.ForInStatement:
      return parent.left === node;
    case T.ArrayPattern:
    case T.RestElement:
    case T.ExportSpecifier:
    case T.ExportDefaultDeclaration:
    case T.TSExportAssignment:
    case T.MetaProperty:
    case T.TSQualifiedName:
    case T.TSTypeQuery:
    case T.Decorator:
    case T.JSXExpressionContainer:
    case T.TaggedTemplateExpression:
    case T.TSClassImplements:
    case T.TSInterfaceHeritage:
      return true;
    case T.AssignmentPattern:
      return parent.left === node;
    case T.Property:
      return parent.parent.type === T.ObjectPattern && parent.value === node;
    case T.ChainExpression:
      return isWriteTarget(parent);
    default:
      return false;
  }
};

/** The parts of a condition that are decided each by itself, and whether each has to be false for the condition. */
function* conditionsIn(
  node: TSESTree.Expression,
  isNegated = false,
): Generator<{ condition: TSESTree.Expression; isNegated: boolean }> {
  if (node.type === T.LogicalExpression && node.operator !== '??') {
    yield* conditionsIn(node.left, isNegated);
    yield* conditionsIn(node.right, isNegated);
  } else if (node.type === T.UnaryExpression && node.operator === '!')
    yield* conditionsIn(node.argument, !isNegated);
  else yield { condition: node, isNegated };
}

/** What a call is given that can be read again, and what it is asked of where that may be outside: what it says may be otherwise. */
function namesGiven(node: TSESTree.Expression, text: string): string[] {
  // Somebody outside may have aborted a signal.
  if (node.type === T.MemberExpression && memberName(node) === 'aborted')
    return isPlainRead(node.object) ? [text.slice(...node.object.range)] : [];
  if (node.type !== T.CallExpression) return [];
  const { callee } = node;
  const object = callee.type === T.MemberExpression ? callee.object : undefined;
  const message = object?.type === T.MemberExpression && memberName(object) === 'message' ? [object] : [];
  return [...message, ...node.arguments].filter(isPlainRead).map(({ range }) => text.slice(...range));
}

/** What a side of a comparison is the number of items of, where it can be read again. */
function countedIn(node: TSESTree.Expression, text: string): string[] {
  const isCount = node.type === T.MemberExpression && /^(length|size)$/.test(memberName(node) ?? '');
  return isCount && isPlainRead(node.object) ? [text.slice(...node.object.range)] : [];
}

/** A name, or what is inside of what a name stands for. */
const isPlainRead = (node: TSESTree.Node): boolean =>
  node.type === T.Identifier ||
  (node.type === T.MemberExpression &&
    !node.optional &&
    node.property.type !== T.PrivateIdentifier &&
    isPlainRead(node.object) &&
    (!node.computed || isPlainRead(node.property)));

/** How many cases of a `switch` are tried. */
const MOST_CASES = 4;

const EQUALITY: ReadonlySet<string> = new Set(['===', '!==', '==', '!=']);
const COMPARING: ReadonlySet<string> = new Set([...EQUALITY, '<', '<=', '>', '>=', 'instanceof']);

const isComparison = (
  node: TSESTree.Node,
): node is TSESTree.BinaryExpression & { left: TSESTree.Expression } =>
  node.type === T.BinaryExpression && COMPARING.has(node.operator);

/** The test of a statement or expression that goes on in one of two ways, and whether it is a loop's. */
function testIn(node: TSESTree.Node): { test: TSESTree.Expression; isLoop: boolean } | undefined {
  switch (node.type) {
    case T.IfStatement:
    case T.ConditionalExpression:
      return { test: node.test, isLoop: false };
    case T.WhileStatement:
    case T.DoWhileStatement:
      return { test: node.test, isLoop: true };
    case T.ForStatement:
      return node.test ? { test: node.test, isLoop: true } : undefined;
    default:
      return undefined;
  }
}

const isTyping = (node: TSESTree.Node): boolean => node.type.startsWith('TS') && !EXPRESSIONS.has(node.type);
const EXPRESSIONS = new Set<string>([
  T.TSAsExpression,
  T.TSSatisfiesExpression,
  T.TSNonNullExpression,
  T.TSTypeAssertion,
  T.TSInstantiationExpression,
  T.TSParameterProperty,
  T.TSExportAssignment,
  T.TSModuleDeclaration,
  T.TSModuleBlock,
]);

/** Names declared at the top level that code can call or make. */
function topLevelNames(program: TSESTree.Program): string[] {
  const names: string[] = [];
  for (const statement of program.body) {
    const declaration =
      statement.type === T.ExportNamedDeclaration || statement.type === T.ExportDefaultDeclaration
        ? statement.declaration
        : statement;
    if (declaration?.type === T.FunctionDeclaration || declaration?.type === T.ClassDeclaration) {
      if (declaration.id && !declaration.declare) names.push(declaration.id.name);
    } else if (declaration?.type === T.TSModuleDeclaration) {
      if (declaration.id.type === T.Identifier && !declaration.declare) names.push(declaration.id.name);
    } else if (declaration?.type === T.VariableDeclaration && !declaration.declare) {
      for (const { id } of declaration.declarations) if (id.type === T.Identifier) names.push(id.name);
    }
  }
  return names;
}

const KNOWN = new Set([
  'undefined',
  'arguments',
  'require',
  'module',
  'exports',
  'process',
  'console',
  '__meta',
]);

/** Names that are read and nobody declares, and `declare`d ones. */
function freeNames({ origins }: Analysis): string[] {
  const free = new Set<string>();
  const { scopeManager } = origins.sourceCode;
  for (const reference of scopeManager?.globalScope?.through ?? []) {
    const { name } = reference.identifier;
    if (typeof name !== 'string') continue;
    if (!(name in globalThis) && !KNOWN.has(name) && reference.isValueReference) free.add(name);
  }
  for (const scope of scopeManager?.scopes ?? []) {
    for (const { name, defs } of scope.variables) {
      const [definition] = defs;
      const statement = definition?.node.parent;
      if (
        defs.length > 0 &&
        ((statement?.type === T.VariableDeclaration && statement.declare) ||
          (definition?.node.type === T.TSDeclareFunction &&
            defs.every(({ node }) => node.type === T.TSDeclareFunction)))
      )
        free.add(name);
    }
  }
  return [...free];
}

/** The text with its edits made. Lines stay where they are. */
function edited(text: string, edits: readonly Edit[]): string {
  let result = '';
  let from = 0;
  for (const { at, until, text: added } of [...edits].sort((a, b) => a.at - b.at || a.order - b.order)) {
    result += text.slice(from, at) + added;
    from = until ?? at;
  }
  return result + text.slice(from);
}

/** The class that declares a private name. */
function classWithPrivate({ name, parent }: TSESTree.PrivateIdentifier): ClassNode | undefined {
  for (let at: TSESTree.Node | undefined = parent; at; at = at.parent) {
    const isDeclared =
      isClass(at) &&
      at.body.body.some(
        (member) => 'key' in member && member.key.type === T.PrivateIdentifier && member.key.name === name,
      );
    if (isClass(at) && isDeclared) return at;
  }
  return undefined;
}

/** The most producers of a client that are made before a program runs. */
const MOST_PRODUCERS = 2;

/** How many producers of each client a program may get from outside; those of kafkajs and Platformatic's need no making ready. */
function givenProducers(values: readonly Value[]): Instrumented['given'] {
  const known = new Map<string, { client: ClientId; type: string; ids: Set<string> }>();
  for (const value of values) {
    if (value.kind !== 'api' || !isMadeReady(value) || kindOf(value.client, value.type) !== 'producer')
      continue;
    const { client, type, id } = value;
    const key = `${client} ${type}`;
    const all = known.get(key) ?? { client, type, ids: new Set<string>() };
    known.set(key, all);
    all.ids.add(id);
  }
  return [...known.values()].map(({ client, type, ids }) => ({
    client,
    type,
    count: Math.min(ids.size, MOST_PRODUCERS),
  }));
}

const isMadeReady = ({ client }: ApiValue): boolean => client === 'confluent' || client === 'rdkafka';

/** What a program does itself: its operations, and whether it connects. */
function operationsIn({ interpreter, origins }: Analysis): ReadonlySet<Operation | 'connect'> {
  const operations = new Set<Operation | 'connect'>();
  for (const { table } of interpreter.sources) if (table) operations.add(table.operation);
  if (/\.connect\b/.test(origins.sourceCode.text)) operations.add('connect');
  // It may begin one in a way that the analysis does not see.
  if (/\bbegin|[^a-z]transaction\b/.test(origins.sourceCode.text)) operations.add('begin');
  return operations;
}

/** The types of objects that a program declares at its top level. */
function shapesIn({ body }: TSESTree.Program): Instrumented['shapes'] {
  const shapes = new Map<string, readonly TSESTree.TypeElement[]>();
  for (const statement of body) {
    const declaration = statement.type === T.ExportNamedDeclaration ? statement.declaration : statement;
    if (declaration?.type === T.TSInterfaceDeclaration)
      shapes.set(declaration.id.name, declaration.body.body);
    else if (
      declaration?.type === T.TSTypeAliasDeclaration &&
      declaration.typeAnnotation.type === T.TSTypeLiteral
    )
      shapes.set(declaration.id.name, declaration.typeAnnotation.members);
  }
  return shapes;
}

/** The classes that a program declares at its top level. */
function classesIn({ body }: TSESTree.Program): Instrumented['classes'] {
  const declared = body.map((statement) =>
    statement.type === T.ExportNamedDeclaration || statement.type === T.ExportDefaultDeclaration
      ? statement.declaration
      : statement,
  );
  return new Map(
    declared.flatMap((node) => (node?.type === T.ClassDeclaration && node.id ? [[node.id.name, node]] : [])),
  );
}

/** The name of what is asked for inside of something. */
function askedIn(node: TSESTree.Node): string | undefined {
  if (node.type === T.MemberExpression) return memberName(node);
  return node.type === T.Property && node.parent.type === T.ObjectPattern
    ? staticName(node.key, node.computed)
    : undefined;
}

/** Puts hooks into a program's text, as its analysis has it. */
export function instrumented(analysis: Analysis): Instrumented {
  const { origins } = analysis;
  const { ast, text, visitorKeys } = origins.sourceCode;
  const values: Value[] = [];
  const unset = new Set<number>();
  const lookedUp = new Set<number>();
  /** A field that somebody outside sets, or what is looked up by what is given. */
  const isSetElsewhere = (node: TSESTree.Node): boolean => {
    if (node.type === T.CallExpression) return true;
    if (node.type !== T.MemberExpression || node.object.type !== T.ThisExpression) return false;
    const cls = origins.constructorAround(node);
    const name = memberName(node);
    return cls !== undefined && name !== undefined && origins.writtenTo(cls, name).length === 0;
  };
  const asked = new Set<string>();
  const edits: Edit[] = [];
  const around = (node: TSESTree.Node, before: string, after: string): void => {
    const [start, end] = node.range;
    // What is wider, or was there first, opens first and closes last; what closes comes before what opens.
    const earlier = edits.length / 1e6;
    edits.push(
      { at: start, text: before, order: 1e9 - (end - start) + earlier },
      { at: end, text: after, order: end - start - 1e9 - earlier },
    );
  };
  const exported = exportedFunctions(analysis);
  const choosing: FunctionNode[] = [];
  /** The number of the function that code outside calls and of which one of these is a parameter; -1 where there is none. */
  const chosenBy = (...nodes: readonly TSESTree.Node[]): number => {
    for (const node of nodes) {
      const variable = node.type === T.Identifier ? origins.bindings.variableOf(node) : undefined;
      const fn = variable?.defs[0]?.node;
      if (!fn || !isFunction(fn) || !exported.has(fn)) continue;
      if (!choosing.includes(fn)) choosing.push(fn);
      return choosing.indexOf(fn);
    }
    return -1;
  };
  let conditions = 0;
  const decided = new Set<TSESTree.Node>();
  const decide = (test: TSESTree.Expression, isLoop: boolean): void => {
    for (const { condition, isNegated } of conditionsIn(test)) {
      if (decided.has(condition)) continue;
      decided.add(condition);
      const id = conditions++;
      const turns = isLoop ? (isNegated ? 'until' : 'while') : '';
      if (isComparison(condition)) {
        const { left, right, operator } = condition;
        // A loop that counts has its own end.
        if (isLoop && !EQUALITY.has(operator)) continue;
        const token = origins.sourceCode
          .getTokensBetween(left, right)
          .find(({ value }) => value === operator);
        if (!token) continue;
        around(
          condition,
          `${HOOKS.equals}(${id},'${turns}','${operator}',${chosenBy(left, right)},`,
          `,[${[left, right].flatMap((side) => countedIn(side, text)).join()}])`,
        );
        const [at, until] = token.range;
        edits.push({ at, until, text: ',', order: 0 });
      } else {
        const given = namesGiven(condition, text).join();
        around(condition, `${HOOKS.holds}(${id},'${turns}',${chosenBy(condition)},`, `,[${given}])`);
      }
    }
  };
  const classes: ClassNode[] = [];
  /** What a run can look into: a private name is spelled as one that nobody else has. */
  const openUp = (node: TSESTree.PrivateIdentifier): void => {
    const cls = classWithPrivate(node);
    if (!cls) return;
    if (!classes.includes(cls)) classes.push(cls);
    const [start, end] = node.range;
    const name = `__private${classes.indexOf(cls)}_${node.name}`;
    const isAsked = node.parent.type === T.BinaryExpression;
    edits.push({ at: start, until: end, text: isAsked ? `'${name}'` : name, order: 0 });
  };
  const visit = (node: TSESTree.Node): void => {
    if (isTyping(node)) return;
    if (node.type === T.PrivateIdentifier) openUp(node);
    if (node.type === T.SwitchStatement) {
      const cases = node.cases.flatMap(({ test }) =>
        test && (test.type === T.Literal || isPlainRead(test)) ? [text.slice(...test.range)] : [],
      );
      const few = cases.slice(0, MOST_CASES).map((value) => `[${conditions++},${value}]`);
      if (few.length > 0) around(node.discriminant, `${HOOKS.chosen}([${few.join()}],`, ')');
    }
    const name = askedIn(node);
    if (name !== undefined) asked.add(name);
    if (node.type === T.ObjectExpression && node.properties.some(({ type }) => type === T.SpreadElement))
      around(node, `${HOOKS.spread}(`, ')');
    const test = testIn(node);
    if (test) decide(test.test, test.isLoop);
    // What it gives may be tested later, or by who gets it.
    else if (isComparison(node)) decide(node, false);
    if (
      (node.type === T.Identifier || node.type === T.MemberExpression || node.type === T.CallExpression) &&
      isRead(node)
    ) {
      const value = origins.valueOf(node);
      if (value.kind === 'api' || value.kind === 'instance') {
        const id = values.length;
        values.push(value);
        if (isSetElsewhere(node)) unset.add(id);
        if (node.type === T.CallExpression) lookedUp.add(id);
        const property = node.parent;
        const isShorthand = property.type === T.Property && property.shorthand;
        around(
          node,
          `${isShorthand && node.type === T.Identifier ? `${node.name}: ` : ''}${HOOKS.given}(${id},`,
          ')',
        );
      }
    }
    for (const child of childrenOf(node, visitorKeys)) {
      // `new a.b()` is no call of what stands in place of `a`.
      if (node.type === T.NewExpression && child === node.callee) continue;
      visit(child);
    }
  };
  const isRead = (node: TSESTree.Node): boolean => {
    if (isWriteTarget(node)) return false;
    if (node.type !== T.Identifier) return node.parent?.type !== T.ImportExpression;
    const reference = references.get(node);
    return reference === true;
  };
  const references = new Map<TSESTree.Node, boolean>();
  for (const scope of origins.sourceCode.scopeManager?.scopes ?? []) {
    for (const reference of scope.references)
      references.set(reference.identifier, reference.isRead() && reference.isValueReference);
  }
  visit(ast);
  const names = topLevelNames(ast);
  const start = /^#!.*\n/.exec(text)?.[0].length ?? 0;
  edits.push({
    at: start,
    text: `${HOOKS.names}({${names.map((name) => `${name}:()=>${name}`).join()}});`,
    order: -Infinity,
  });
  const whole = edited(text, edits).replace(/^#!/, '//');
  return {
    text: whole,
    values,
    unset,
    lookedUp,
    given: givenProducers(values),
    choosing,
    asked,
    shapes: shapesIn(ast),
    classes: classesIn(ast),
    operations: operationsIn(analysis),
    clients: new Set(values.flatMap((value) => (value.kind === 'api' ? [value.client] : []))),
    free: freeNames(analysis),
    imports: ast.body.some(({ type }) => type === T.ImportDeclaration),
  };
}
