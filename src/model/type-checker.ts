import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import { AST_NODE_TYPES as T } from '@typescript-eslint/utils';
import type * as ts from 'typescript';
import { moduleShapeOf, profileOf, type ClientId, type ModuleShape } from '../clients/index.js';
import { apiOf } from './api.js';
import type { Bindings } from './bindings.js';
import { SETTINGS_KEY } from './settings.js';
import { enclosingClass, memberName, unwrapped } from './syntax.js';
import { mayBeThing } from './use.js';
import { promise, undefinedValue, type ApiValue, type Value } from './value.js';

/** What typescript-eslint's parser hands over where type information is switched on. */
interface TypeServices {
  readonly program: ts.Program;
  getTypeAtLocation(node: TSESTree.Node): ts.Type;
}

/** What the type checker knows of a file, in the terms of the clients' profiles. */
export interface CheckedTypes {
  /** Whether the program that the file belongs to has a client's declarations at all. */
  hasClient(): boolean;
  /** Whether the type of an expression is a client's, alone or among others. */
  isOfClient(node: TSESTree.Node): boolean;
  /**
   * What an expression, a declared name or a type's name stands for, or undefined where its type is no client's. The same path
   * of names is the same thing, unless `id` names it.
   */
  valueOf(node: TSESTree.Node, bindings: Bindings, id?: string): Value | undefined;
}

/**
 * The type checker's knowledge of a file.
 *
 * @param sourceCode - The file, parsed by typescript-eslint's parser with type information.
 * @returns What its types say.
 * @throws Error when the parser gave no type information: the message says what to configure.
 */
export function checkedTypesOf(sourceCode: Readonly<TSESLint.SourceCode>): CheckedTypes {
  const services = sourceCode.parserServices as Partial<TypeServices> | undefined;
  if (!services?.program || !services.getTypeAtLocation) {
    throw new Error(
      `settings['${SETTINGS_KEY}'].types is true (the preset recommended-type-checked sets it), but the parser gives no type ` +
        'information for this file. Lint it with ESLint (oxlint has none), parse it with typescript-eslint and set ' +
        'languageOptions.parserOptions.projectService to true (https://typescript-eslint.io/getting-started/typed-linting), or leave ' +
        'the file to the preset recommended.',
    );
  }
  return new TypesOfFile(services as TypeServices);
}

/** A client's module that a declaration file belongs to. */
interface Declarations {
  readonly client: ClientId;
  readonly shape: ModuleShape;
}

const DEEPEST = 5;

class TypesOfFile implements CheckedTypes {
  readonly #services: TypeServices;
  readonly #checker: ts.TypeChecker;
  readonly #types = new Map<TSESTree.Node, ts.Type>();

  constructor(services: TypeServices) {
    this.#services = services;
    this.#checker = services.program.getTypeChecker();
  }

  hasClient(): boolean {
    return hasClient(this.#services.program);
  }

  isOfClient(node: TSESTree.Node): boolean {
    const value = this.#valueOf(this.#typeAt(node), '', 0);
    return (value?.kind === 'promise' ? value.value : value)?.kind === 'api';
  }

  valueOf(node: TSESTree.Node, bindings: Bindings, id?: string): Value | undefined {
    return mayBeThing(node, bindings)
      ? this.#valueOf(this.#typeAt(node), `type:${id ?? pathOf(node, bindings)}`, 0)
      : undefined;
  }

  #typeAt(node: TSESTree.Node): ts.Type {
    let type = this.#types.get(node);
    if (!type) this.#types.set(node, (type = this.#services.getTypeAtLocation(node)));
    return type;
  }

  #valueOf(type: ts.Type, id: string, depth: number): Value | undefined {
    if (depth > DEEPEST) return undefined;
    const named = this.#namedValue(type, id);
    if (named) return named;
    if (type.isUnion()) return this.#unionValue(type, id, depth);
    if (type.isIntersection()) return this.#firstOf(type.types, id, depth);
    const constraint = this.#checker.getBaseConstraintOfType(type);
    if (constraint && constraint !== type) return this.#valueOf(constraint, id, depth + 1);
    const library = this.#libraryName(type);
    if (library !== undefined) return this.#libraryValue(library, type, id, depth);
    return type.isClassOrInterface() || this.#isInstanceOfGeneric(type)
      ? this.#firstOf(this.#basesOf(type), id, depth)
      : undefined;
  }

  /** The value of a type whose own name is a client's. */
  #namedValue(type: ts.Type, id: string): ApiValue | undefined {
    if (type.aliasSymbol) {
      const found = apiNamed(type.aliasSymbol, id);
      if (found) return found;
    }
    const symbol = type.getSymbol();
    if (!symbol || type.getConstructSignatures().length > 0) return undefined;
    return apiNamed(symbol, id) ?? this.#partOfAlias(symbol, id);
  }

  /** `Transaction & { id: string }` keeps no name: but the literal type inside of it is still the one that the client's alias names. */
  #partOfAlias(symbol: ts.Symbol, id: string): ApiValue | undefined {
    if (symbol.name !== '__type') return undefined;
    for (const declaration of symbol.declarations ?? []) {
      const declarations = declarationsIn(declaration.getSourceFile());
      const alias: Partial<ts.NamedDeclaration> = declaration.parent.parent;
      const name = alias.name && 'text' in alias.name ? alias.name.text : undefined;
      const found = declarations && name !== undefined ? apiOfName(declarations, name, id) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  #unionValue(type: ts.UnionType, id: string, depth: number): Value | undefined {
    const values = type.types.map((part) =>
      isNothing(part) ? undefinedValue : this.#valueOf(part, id, depth + 1),
    );
    const telling = values.find((value) => value !== undefined && value.kind !== 'nil');
    if (telling?.kind !== 'api') return telling;
    const isOther = (value: Value | undefined): boolean =>
      value?.kind === 'api' && (value.client !== telling.client || value.type !== telling.type);
    // One of several clients: which one is not known.
    if (values.some(isOther)) return undefined;
    const maybe = values.some((value) => value?.kind !== 'api');
    return maybe ? apiOf(telling.client, telling.type, id, { shared: true, maybe }) : telling;
  }

  #firstOf(types: readonly ts.Type[], id: string, depth: number): Value | undefined {
    for (const type of types) {
      const value = this.#valueOf(type, id, depth + 1);
      if (value) return value;
    }
    return undefined;
  }

  #isInstanceOfGeneric(type: ts.Type): boolean {
    return 'target' in type && (type.target as ts.Type).isClassOrInterface();
  }

  #basesOf(type: ts.Type): readonly ts.Type[] {
    const declared = type.isClassOrInterface()
      ? type
      : ((type as ts.TypeReference).target as ts.InterfaceType);
    return this.#checker.getBaseTypes(declared);
  }

  /**
   * The name of a type of the standard library. What is in a collection is asked for by itself, where it is taken out: so it is
   * another thing each time.
   */
  #libraryName(type: ts.Type): string | undefined {
    const symbol = type.aliasSymbol ?? type.getSymbol();
    const file = symbol?.declarations?.[0]?.getSourceFile();
    return symbol && file && this.#services.program.isSourceFileDefaultLibrary(file)
      ? symbol.name
      : undefined;
  }

  #libraryValue(name: string, type: ts.Type, id: string, depth: number): Value | undefined {
    const args = type.aliasTypeArguments ?? this.#checker.getTypeArguments(type as ts.TypeReference);
    const [arg] = args;
    const value = arg && this.#valueOf(arg, id, depth + 1);
    switch (name) {
      case 'Promise':
      case 'PromiseLike':
        return value && promise(true, value);
      case 'Readonly':
      case 'Required':
      case 'Omit':
      case 'Pick':
        return value;
      case 'Partial':
        return value?.kind === 'api'
          ? apiOf(value.client, value.type, id, { shared: true, maybe: true })
          : value;
      default:
        return undefined;
    }
  }
}

/** `null`, `undefined` and `void`. */
const isNothing = (type: ts.Type): boolean => 'intrinsicName' in type && NOTHING.has(type.intrinsicName);
const NOTHING: ReadonlySet<unknown> = new Set(['null', 'undefined', 'void']);

/** The path of names by which an expression reaches a thing; any other expression is a thing of its own. */
function pathOf(node: TSESTree.Node, bindings: Bindings): string {
  const at = unwrapped(node);
  switch (at.type) {
    case T.Identifier: {
      const variable = bindings.variableOf(at);
      return bindings.idOf(variable ?? at);
    }
    case T.ThisExpression: {
      const owner = enclosingClass(at);
      return owner ? `this${bindings.idOf(owner)}` : bindings.idOf(at);
    }
    case T.MemberExpression: {
      const name = memberName(at);
      return name === undefined ? bindings.idOf(at) : `${pathOf(at.object, bindings)}.${name}`;
    }
    default:
      return bindings.idOf(at);
  }
}

function apiNamed(symbol: ts.Symbol, id: string): ApiValue | undefined {
  for (const declaration of symbol.declarations ?? []) {
    const declarations = declarationsIn(declaration.getSourceFile());
    const found = declarations && apiOfName(declarations, symbol.name, id);
    if (found) return found;
  }
  return undefined;
}

function apiOfName({ client, shape }: Declarations, name: string, id: string): ApiValue | undefined {
  const type = Object.hasOwn(shape.types, name) ? shape.types[name] : unexported(client, name);
  if (type === undefined) return undefined;
  const value = apiOf(client, type, id, { shared: true });
  return profileOf(value.client).types[value.type]?.kind === 'other' ? undefined : value;
}

/** A type that the client declares and does not export (Platformatic's Transaction). */
function unexported(client: ClientId, name: string): string | undefined {
  const own = name.charAt(0).toLowerCase() + name.slice(1);
  const { kind } = profileOf(client).types[own] ?? {};
  return kind === 'producer' || kind === 'transaction' || kind === 'consumer' || kind === 'kafka'
    ? own
    : undefined;
}

const PACKAGES = '/node_modules/';

const known = new WeakMap<ts.SourceFile, { readonly found: Declarations | undefined }>();

/** The client's module that a file declares, or undefined for any other file. */
function declarationsIn(file: ts.SourceFile): Declarations | undefined {
  let entry = known.get(file);
  if (!entry) known.set(file, (entry = { found: moduleOfFile(file.fileName) }));
  return entry.found;
}

function moduleOfFile(fileName: string): Declarations | undefined {
  const start = fileName.lastIndexOf(PACKAGES);
  if (start < 0) return undefined;
  const path = fileName
    .slice(start + PACKAGES.length)
    .replace(/\.d\.[cm]?ts$/, '')
    .split('/');
  // The most specific module that the profiles know: a file of its own, or the package.
  for (let length = path.length; length > 0; length--) {
    const found = moduleShapeOf(path.slice(0, length).join('/'));
    if (found) return found;
  }
  return undefined;
}

const programs = new WeakMap<ts.Program, boolean>();

function hasClient(program: ts.Program): boolean {
  let known = programs.get(program);
  if (known === undefined) {
    known = program.getSourceFiles().some((file) => declarationsIn(file) !== undefined);
    programs.set(program, known);
  }
  return known;
}
