import { handedTo } from './handlers.js';
import { isFieldName, isLent } from './own-errors.js';
import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { profileOf, type ClientId } from '../clients/index.js';
import { apiMemberOf, apiOf, moduleValue, resultOf, type ModuleLookup } from './api.js';
import { NO_SETTINGS, type Settings } from './settings.js';
import { passedTo, WRAPPER_CLASS, wrapperInstance } from './wrapper-modules.js';
import { Bindings, isAddedTo, isWritten, walk } from './bindings.js';
import { FileIndex } from './file-index.js';
import { nativeExport, nativeGlobal, nativeMember, policyOf } from './natives.js';
import { relevanceIn, type Relevance } from './relevance.js';
import {
  constructorOf,
  enclosingClass,
  isClass,
  isFunction,
  memberName,
  staticName,
  unwrapped,
  type ClassNode,
  type ConstructorNode,
  type FunctionNode,
} from './syntax.js';
import {
  fieldsOf,
  typeExpressionOf,
  typeTagsOf,
  type TypeExpression,
  type TypeTag,
} from './type-expression.js';
import {
  anyNumberOf,
  api,
  classValue,
  func,
  instance,
  iteratedOf,
  list,
  literal,
  PATTERN,
  mapOf,
  native,
  nil,
  object,
  promise,
  undefinedValue,
  unknown,
  type Value,
} from './value.js';

type Variable = TSESLint.Scope.Variable;

/** What a file says: which values are things of a client's API, by where they come from and never by their names. */
export class Origins {
  readonly bindings: Bindings;
  readonly index: FileIndex;
  readonly relevance: Relevance;
  /** Calls of each function of the file by its name or member name, to find what a parameter can be. */
  readonly #exportedNames = new Set<string>();
  readonly #prototypes = new Map<FunctionNode, Map<string, TSESTree.Expression>>();
  /** The classes that fill fields by names that they compute. */
  readonly #filledByKey = new Set<ConstructorNode>();
  readonly #assignedFields = new Map<ConstructorNode, Map<string, TSESTree.Expression[]>>();
  readonly #busy = new Set<object>();
  /** The values of calls, of which a chain would otherwise be evaluated anew at each of its links. */
  readonly #values = new Map<TSESTree.Node, Value>();
  /** How often a value was asked for while it was being made. */
  #circles = 0;
  readonly #variables = new Map<Variable, Value>();
  readonly #typedefs = new Map<string, TypeExpression>();
  /**
   * Asked for the value of an expression, a declared name or a type's name that the text does not explain (the type checker's
   * turn); `id` names the value where the node does not.
   */
  lastResort: ((node: TSESTree.Node, id?: string) => Value | undefined) | undefined;

  constructor(
    readonly sourceCode: Readonly<TSESLint.SourceCode>,
    readonly lookup: ModuleLookup,
    readonly settings: Settings = NO_SETTINGS,
  ) {
    this.bindings = new Bindings(sourceCode);
    this.index = new FileIndex(sourceCode);
    this.relevance = relevanceIn(this.index, sourceCode.text);
    this.#survey();
  }

  #survey(): void {
    for (const assignment of this.index.assignments) this.#surveyAssignment(assignment);
    for (const node of this.index.modules) {
      switch (node.type) {
        case T.ExportNamedDeclaration:
          this.#surveyExport(node);
          break;
        case T.ExportDefaultDeclaration:
          this.#exportValue(node.declaration);
          break;
        case T.ImportDeclaration:
          this.#noteClient(node.source.value);
          break;
      }
    }
    for (const { parent } of this.index.names.get('require') ?? []) {
      const [source] = parent?.type === T.CallExpression ? parent.arguments : [];
      if (source?.type === T.Literal) this.#noteClient(String(source.value));
    }
    for (const comment of this.sourceCode.getAllComments()) {
      if (comment.value.includes('@')) this.#hasTags = true;
      if (!comment.value.includes('@typedef')) continue;
      for (const tag of typeTagsOf(comment.value)) {
        if (tag.tag === 'typedef' && tag.name !== undefined) this.#typedefs.set(tag.name, tag.type);
      }
    }
  }

  #surveyAssignment(node: TSESTree.AssignmentExpression): void {
    const { left, right } = node;
    if (left.type !== T.MemberExpression) return;
    const name = memberName(left);
    if (name === undefined) {
      const owner = left.object.type === T.ThisExpression ? this.constructorAround(node) : undefined;
      if (owner) this.#filledByKey.add(owner);
      return;
    }
    this.#surveyPrototype(left, name, right);
    if (left.object.type === T.ThisExpression) {
      const owner = this.constructorAround(node);
      if (!owner) return;
      let fields = this.#assignedFields.get(owner);
      if (!fields) this.#assignedFields.set(owner, (fields = new Map<string, TSESTree.Expression[]>()));
      const list = fields.get(name);
      if (list) list.push(right);
      else fields.set(name, [right]);
    } else if (this.#isModuleExports(left)) {
      this.#exportValue(right);
    }
  }

  #surveyExport({ specifiers, declaration }: TSESTree.ExportNamedDeclaration): void {
    for (const specifier of specifiers) {
      if (specifier.local.type === T.Identifier) this.#exportedNames.add(specifier.local.name);
    }
    if (declaration?.type === T.VariableDeclaration) {
      for (const declarator of declaration.declarations) {
        if (declarator.id.type === T.Identifier) this.#exportedNames.add(declarator.id.name);
        else if (declarator.id.type === T.ObjectPattern) {
          for (const p of declarator.id.properties) {
            if (p.type === T.Property && p.value.type === T.Identifier) this.#exportedNames.add(p.value.name);
          }
        }
      }
    } else if (declaration && 'id' in declaration && declaration.id?.type === T.Identifier) {
      this.#exportedNames.add(declaration.id.name);
    }
  }

  readonly #clients = new Set<ClientId>();
  #noteClient(specifier: string): void {
    const found = this.lookup(specifier);
    if (found) this.#clients.add(found.client);
  }

  /**
   * The producer that a call makes on a value out of view, by its form: the file imports a client, and the call gives that client's
   * factory the client's own key of the transactional id.
   */
  producerByForm(node: TSESTree.CallExpression): Value | undefined {
    const callee = unwrapped(node.callee);
    const [config] = node.arguments;
    const name = callee.type === T.MemberExpression ? memberName(callee) : undefined;
    if (name === undefined || config?.type !== T.ObjectExpression) return undefined;
    for (const client of this.#clients) {
      const { types, transactional } = profileOf(client);
      for (const type of Object.values(types)) {
        const factory = type.kind === 'kafka' ? type.members[name] : undefined;
        if (factory?.is !== 'method' || factory.operation !== 'create' || factory.returns === undefined)
          continue;
        if (!transactional.idKeys.some((path) => hasKey(config, path))) continue;
        return apiOf(client, factory.returns, this.bindings.idOf(node));
      }
    }
    return undefined;
  }

  /** `F.prototype.name = ...` of a function of the file. */
  #surveyPrototype(left: TSESTree.MemberExpression, name: string, right: TSESTree.Expression): void {
    const of = prototypeOwner(left);
    const variable = of && this.bindings.variableOf(of);
    const node = variable?.defs[0]?.node;
    const fn =
      node &&
      (isFunction(node)
        ? node
        : node.type === T.VariableDeclarator && node.init && isFunction(node.init)
          ? node.init
          : undefined);
    if (!fn) return;
    const known = this.#prototypes.get(fn);
    if (known) known.set(name, right);
    else this.#prototypes.set(fn, new Map([[name, right]]));
  }

  /** The class, or the function with a prototype, whose instance `this` is at a node. */
  constructorAround(node: TSESTree.Node): ConstructorNode | undefined {
    for (let at = node.parent; at; at = at.parent) {
      if (isClass(at)) return at;
      if (!isFunction(at) || at.type === T.ArrowFunctionExpression) continue;
      if (at.parent.type === T.MethodDefinition || at.parent.type === T.PropertyDefinition) continue;
      if (at.parent.type === T.AssignmentExpression && at.parent.left.type === T.MemberExpression) {
        const of = prototypeOwner(at.parent.left);
        const owner = of && this.bindings.variableOf(of)?.defs[0]?.node;
        if (owner && isFunction(owner)) return owner;
      }
      if (at.id && /^[A-Z]/.test(at.id.name)) return at;
      return undefined;
    }
    return undefined;
  }

  #isModuleExports(left: TSESTree.MemberExpression): boolean {
    let at: TSESTree.Node = left;
    while (at.type === T.MemberExpression && !isExportsObject(at)) at = at.object;
    return isExportsObject(at);
  }

  /**
   * The function or class that the file hands out under a name, where it reads that name again: `exports.run()`, `module.exports.run()`.
   *
   * @param node - Any member.
   * @returns It; undefined for any other member, and for a name that is given anew.
   */
  exportedAs(node: TSESTree.MemberExpression): Value | undefined {
    const name = memberName(node);
    if (name === undefined || !isExportsObject(unwrapped(node.object))) return undefined;
    const given = this.#exportedUnder().get(name) ?? [];
    const [only] = given;
    const value = only && given.length === 1 ? this.valueOf(only) : undefined;
    return value?.kind === 'function' || value?.kind === 'class' ? value : undefined;
  }

  #exported: ReadonlyMap<string, readonly TSESTree.Node[]> | undefined;
  /** What `module.exports = {...}`, `exports.a = ...` and `module.exports.a = ...` hand out, by name. */
  #exportedUnder(): ReadonlyMap<string, readonly TSESTree.Node[]> {
    if (this.#exported) return this.#exported;
    const exported = new Map<string, TSESTree.Node[]>();
    const add = (name: string | undefined, node: TSESTree.Node): void => {
      if (name !== undefined) exported.set(name, [...(exported.get(name) ?? []), node]);
    };
    for (const { left, right } of this.index.assignments) {
      if (left.type !== T.MemberExpression) continue;
      if (isExportsObject(left)) {
        const value = unwrapped(right);
        if (value.type !== T.ObjectExpression) continue;
        for (const property of value.properties)
          if (property.type === T.Property) add(staticName(property.key, property.computed), property.value);
      } else if (isExportsObject(left.object)) add(memberName(left), right);
    }
    return (this.#exported = exported);
  }

  #exportValue(node: TSESTree.Node): void {
    const value = unwrapped(node);
    if (value.type === T.Identifier) this.#exportedNames.add(value.name);
    if ((isFunction(value) || isClass(value)) && value.id) this.#exportedNames.add(value.id.name);
    if (value.type === T.ObjectExpression) {
      for (const property of value.properties) {
        if (property.type === T.Property) this.#exportValue(property.value);
      }
    }
  }

  /** Whether code outside of the file can reach a variable. */
  isExported(variable: Variable): boolean {
    if (this.bindings.isLocal(variable)) return variable.defs.some(({ node }) => isOfNamespace(node));
    return this.#exportedNames.has(variable.name);
  }

  #put: ReadonlySet<string> | undefined;
  /** Whether the program may put a field of that name on errors: something of the file writes it, or its classes have it. */
  isPutOnErrors(name: string): boolean {
    this.#put ??= new Set(
      this.index.members.flatMap((node) => (isWritten(node) ? (memberName(node) ?? []) : [])),
    );
    return this.#put.has(name) || this.index.names.get(name)?.some(isFieldName) === true;
  }

  /** Whether something other than a class's own code writes members of that name. */
  isWrittenFromOutside(name: string): boolean {
    const places = this.index.names.get(name) ?? [];
    return places.some(({ parent }) => {
      if (parent?.type === T.Property) return isLent(parent);
      return (
        parent?.type === T.MemberExpression && parent.object.type !== T.ThisExpression && isWritten(parent)
      );
    });
  }

  /** What an expression is, whatever path the program took to it. */
  valueOf(node: TSESTree.Node): Value {
    const known = this.#values.get(node);
    if (known) return known;
    if (node.type === T.Literal) {
      const value = this.#valueOf(node);
      this.#values.set(node, value);
      return value;
    }
    if (this.#busy.has(node)) {
      this.#circles++;
      return this.#opaque(node);
    }
    this.#busy.add(node);
    const circles = this.#circles;
    try {
      const value = this.#valueOf(node);
      // What was cut short by a circle is another thing from where the circle is entered.
      if (circles === this.#circles && node.type === T.CallExpression) this.#values.set(node, value);
      return value;
    } finally {
      this.#busy.delete(node);
    }
  }

  #opaque(node: TSESTree.Node): Value {
    return unknown(`@${this.bindings.idOf(node)}`);
  }

  #valueOf(raw: TSESTree.Node): Value {
    const node = unwrapped(raw);
    if (raw !== node && (raw.type === T.TSAsExpression || raw.type === T.TSTypeAssertion)) {
      const inner = this.valueOf(node);
      if (inner.kind !== 'unknown') return inner;
      return this.typed(typeExpressionOf(raw.typeAnnotation), `@${this.bindings.idOf(raw)}`) ?? inner;
    }
    switch (node.type) {
      case T.Literal:
        return node.value === null
          ? 'regex' in node
            ? this.#opaque(node)
            : nil(null)
          : typeof node.value === 'object'
            ? unknown(`${PATTERN}${this.bindings.idOf(node)}`)
            : literal(node.value, { node });
      case T.TemplateLiteral:
        return node.expressions.length === 0
          ? literal(node.quasis[0]?.value.cooked ?? '', { node })
          : this.#opaque(node);
      case T.Identifier: {
        const variable = this.bindings.variableOf(node);
        if (variable && variable.defs.length > 0) return this.variableValue(variable);
        return this.globalValue(node.name);
      }
      case T.ThisExpression: {
        const owner = this.constructorAround(node);
        return owner ? instance(owner, `this:${this.bindings.idOf(owner)}`) : this.#opaque(node);
      }
      case T.MemberExpression: {
        const name = memberName(node);
        const owner = this.valueOf(node.object);
        if (name === undefined)
          return owner.kind === 'list' ? this.#anyOf(owner.items, node) : this.#opaque(node);
        return this.memberOf(owner, name) ?? this.exportedAs(node) ?? this.#explained(node);
      }
      case T.AwaitExpression: {
        const inner = this.valueOf(node.argument);
        return inner.kind === 'promise' ? inner.value : inner;
      }
      case T.ConditionalExpression:
        return this.#anyOf([this.valueOf(node.consequent), this.valueOf(node.alternate)], node);
      case T.LogicalExpression:
        return this.#anyOf([this.valueOf(node.left), this.valueOf(node.right)], node);
      case T.AssignmentExpression:
        return this.valueOf(node.right);
      case T.SequenceExpression:
        return this.valueOf(node.expressions.at(-1) as TSESTree.Expression);
      case T.FunctionDeclaration:
      case T.FunctionExpression:
      case T.ArrowFunctionExpression:
        return this.functionValue(node);
      case T.ClassDeclaration:
      case T.ClassExpression:
        return classValue(node, this.bindings.idOf(node));
      case T.ObjectExpression: {
        const fields = new Map<string, Value>();
        let open = false;
        for (const property of node.properties) {
          if (property.type === T.SpreadElement) {
            const spread = this.valueOf(property.argument);
            if (spread.kind === 'object') for (const [name, value] of spread.fields) fields.set(name, value);
            if (spread.kind !== 'object' || spread.open) open = true;
            continue;
          }
          const name = staticName(property.key, property.computed);
          if (name === undefined) open = true;
          else if (property.kind === 'get') fields.set(name, this.#returned(property.value as FunctionNode));
          else fields.set(name, this.valueOf(property.value));
        }
        return object(`@${this.bindings.idOf(node)}`, fields, open);
      }
      case T.ArrayExpression:
        return this.#listOf(node);
      case T.NewExpression: {
        const callee = this.valueOf(node.callee);
        if (callee.kind === 'member' && callee.member.is === 'class') {
          return apiOf(callee.client, callee.member.constructs, this.bindings.idOf(node));
        }
        if (callee.kind === 'class') return instance(callee.node, `new:${this.bindings.idOf(node)}`);
        if (callee.kind === 'function' && this.#prototypes.has(callee.node)) {
          return instance(callee.node, `new:${this.bindings.idOf(node)}`);
        }
        if (callee.kind === 'native' && callee.name === WRAPPER_CLASS)
          return (
            wrapperInstance(callee, this.lookup, `new:${this.bindings.idOf(node)}`) ?? this.#opaque(node)
          );
        if (callee.kind === 'native' && /^(Weak)?(Set|Map)$/.test(callee.name)) {
          const from = node.arguments[0] ? this.valueOf(node.arguments[0]) : undefined;
          const isMap = callee.name.endsWith('Map');
          if (from?.kind !== 'list') {
            // What the file itself puts into it tells more than its type.
            const isFilled = this.index.names.has(isMap ? 'set' : 'add');
            const type = isFilled ? undefined : node.typeArguments?.params[isMap ? 1 : 0];
            const item = this.typed(typeExpressionOf(type), `item:${this.bindings.idOf(node)}`);
            return { ...list(item && item.kind !== 'nil' ? [item] : [], true), entries: isMap };
          }
          return isMap && from.entries !== true ? mapOf(from) : from;
        }
        return this.#explained(node);
      }
      case T.ImportExpression: {
        const source = node.source.type === T.Literal ? String(node.source.value) : undefined;
        const known = source === undefined ? undefined : nativeExport(source, '*');
        const found =
          source === undefined
            ? undefined
            : (moduleValue(source, 'namespace', this.lookup) ??
              (known === undefined ? undefined : native(known)));
        return found ? promise(true, found) : this.#opaque(node);
      }
      case T.CallExpression:
        return this.#callResult(node);
      default:
        return this.#opaque(node);
    }
  }

  #listOf({ elements }: TSESTree.ArrayExpression): Value {
    const items: Value[] = [];
    let many = false;
    for (const element of elements) {
      if (!element) continue;
      const value = this.valueOf(element.type === T.SpreadElement ? element.argument : element);
      if (element.type !== T.SpreadElement) items.push(value);
      else {
        if (value.kind === 'list') items.push(...iteratedOf(value));
        if (value.kind !== 'list' || value.many) many = true;
      }
    }
    return list(items, many);
  }

  #explained(node: TSESTree.Node): Value {
    return this.lastResort?.(node) ?? this.#opaque(node);
  }

  /** A global by its name. */
  globalValue(name: string): Value {
    if (name === 'undefined') return undefinedValue;
    const known = nativeGlobal(name);
    return known === undefined ? unknown(name) : native(known);
  }

  /** A function of the file as a value. */
  functionValue(node: FunctionNode): Value {
    return func(node, this.bindings.idOf(node));
  }

  /** The most telling of several possible values. */
  #anyOf(values: readonly Value[], node: TSESTree.Node): Value {
    const telling = values.find((v) => v.kind !== 'unknown' && v.kind !== 'nil' && v.kind !== 'literal');
    if (!telling) {
      const known = values.filter((v) => v.kind !== 'nil');
      const [first] = known;
      if (known.length === 1 && values.length === 1 && first) return first;
      return this.#explained(node);
    }
    if (telling.kind === 'api' && values.some((v) => v.kind === 'nil' || v.kind === 'unknown')) {
      return { ...telling, maybe: true, key: `${telling.key}?` };
    }
    return telling;
  }

  #callResult(node: TSESTree.CallExpression): Value {
    const calleeNode = unwrapped(node.callee);
    const callee = this.valueOf(calleeNode);
    const id = this.bindings.idOf(node);
    switch (callee.kind) {
      case 'member':
        if (callee.member.is === 'method') {
          const result = resultOf(callee, callee.member, id);
          return callee.member.style === 'promise' || callee.member.style === 'either' || callee.promisified
            ? promise(true, result)
            : result;
        }
        return this.#explained(node);
      case 'function':
        return this.#returned(callee.node);
      case 'native': {
        const first = node.arguments[0];
        if (callee.name === 'returns') return callee.args[0] ?? this.#opaque(node);
        if (callee.name === 'require' && first?.type === T.Literal)
          return this.required(String(first.value)) ?? this.#opaque(node);
        if (callee.name === 'promisify' && first)
          return promisified(this.valueOf(first)) ?? this.#opaque(node);
        if (
          (callee.name === 'Promise.resolve' ||
            callee.name === 'Object.freeze' ||
            callee.name === 'Object.seal') &&
          first
        ) {
          return this.valueOf(first);
        }
        if (callee.name === 'Object.assign' && first) return this.valueOf(first);
        const made = callee.name === 'Array.from' ? node.arguments[1] : undefined;
        const maker = made && this.valueOf(made);
        if (maker?.kind === 'function') return list([this.#returned(maker.node)], true);
        if (callee.name.startsWith('cockatiel.')) {
          return (
            policyOf(
              callee,
              node.arguments.map((a) => this.valueOf(a)),
            ) ?? this.#opaque(node)
          );
        }
        break;
      }
      default:
    }
    if (calleeNode.type === T.MemberExpression) {
      const name = memberName(calleeNode);
      const owner = this.valueOf(calleeNode.object);
      if (name === 'bind') return owner;
      if (owner.kind === 'list') {
        if (name === 'get' || name === 'at' || name === 'pop' || name === 'shift' || name === 'find') {
          return this.#anyOf([...this.#stored(calleeNode.object), ...owner.items, undefinedValue], node);
        }
        if (name === 'values' || name === 'filter' || name === 'slice') return owner;
      }
      const [mapper] = node.arguments;
      if (name === 'map' && mapper) {
        const fn = this.valueOf(mapper);
        if (fn.kind === 'function') return list([this.#returned(fn.node)], true);
      }
      if (name === 'freeze' && node.arguments[0]) return this.valueOf(node.arguments[0]);
    }
    const formed = this.producerByForm(node);
    if (formed) return formed;
    return this.#explained(node);
  }

  /** A function that was made when the one around it was called before: what it has captured is another call's. */
  #ofAnotherCall(value: Value): Value {
    if (value.kind !== 'function' || value.captured.size > 0) return value;
    const captured = this.bindings
      .capturedBy(value.node)
      .map((variable): [Variable, Value] => [variable, unknown(`earlier ${variable.name}`)]);
    return captured.length === 0
      ? value
      : func(value.node, this.bindings.idOf(value.node), { self: value.self, captured: new Map(captured) });
  }

  /** What is put into a map, set or array held in a variable or field: the arguments of its `set`, `add` and `push` calls. */
  #stored(holder: TSESTree.Node): Value[] {
    const values: Value[] = [];
    const target = unwrapped(holder);
    const collect = (reference: TSESTree.Node): void => {
      let at: TSESTree.Node = reference;
      while (at.parent && unwrapped(at.parent) === at) at = at.parent;
      const access = at.parent;
      if (access?.type !== T.MemberExpression || access.object !== at) return;
      const name = memberName(access);
      const call = access.parent;
      if (call.type !== T.CallExpression || call.callee !== access) return;
      const stored =
        name === 'set'
          ? call.arguments[1]
          : name === 'add' || name === 'push' || name === 'unshift'
            ? call.arguments[0]
            : undefined;
      if (stored) values.push(this.#ofAnotherCall(this.valueOf(stored)));
    };
    if (target.type === T.Identifier) {
      for (const reference of this.bindings.variableOf(target)?.references ?? [])
        collect(reference.identifier);
    } else if (target.type === T.MemberExpression && target.object.type === T.ThisExpression) {
      const owner = enclosingClass(target);
      const name = memberName(target);
      if (owner && name !== undefined) {
        walk(owner.body, this.sourceCode.visitorKeys, (node) => {
          if (
            node.type === T.MemberExpression &&
            node.object.type === T.ThisExpression &&
            memberName(node) === name
          )
            collect(node);
        });
      }
    }
    return values;
  }

  /** A module required or imported as a whole. */
  required(specifier: string): Value | undefined {
    const client = moduleValue(specifier, 'namespace', this.lookup);
    if (client) return client;
    const known = nativeExport(specifier, 'default') ?? nativeExport(specifier, '*');
    return known === undefined ? undefined : native(known);
  }

  /** What a call of a function of the file gives. */
  #returned(fn: FunctionNode): Value {
    if (this.#busy.has(fn)) {
      this.#circles++;
      return this.#opaque(fn);
    }
    this.#busy.add(fn);
    try {
      const tagged = fn.returnType
        ? this.typed(typeExpressionOf(fn.returnType.typeAnnotation), `returned:${this.bindings.idOf(fn)}`)
        : undefined;
      const values: Value[] = [];
      if (fn.body.type !== T.BlockStatement) values.push(this.valueOf(fn.body));
      else {
        walkOwn(fn.body, this.sourceCode.visitorKeys, (node) => {
          if (node.type === T.ReturnStatement && node.argument) values.push(this.valueOf(node.argument));
        });
      }
      const result = this.#anyOf(values, fn);
      if (result.kind === 'unknown' && tagged) return tagged;
      if (!fn.async) return result;
      return result.kind === 'promise' ? result : promise(true, result);
    } finally {
      this.#busy.delete(fn);
    }
  }

  /** What `owner.name` is, or undefined where the text does not say. */
  memberOf(owner: Value, name: string): Value | undefined {
    switch (owner.kind) {
      case 'api':
      case 'member':
        return apiMemberOf(owner, name);
      case 'object':
        return owner.fields.get(name) ?? (owner.open ? undefined : undefinedValue);
      case 'instance':
        return this.fieldValue(owner.node, name);
      case 'class':
        return this.#staticMember(owner.node, name);
      case 'native': {
        if (owner.args.length > 0)
          return /^(rxjs|cockatiel)/.test(owner.name)
            ? native(`${owner.name}.${name}`, owner.args)
            : undefined;
        const known = nativeMember(owner.name, name);
        return known === undefined ? undefined : native(known);
      }
      case 'list':
        return /^\d+$/.test(name) && !owner.many ? owner.items[Number(name)] : undefined;
      default:
        return undefined;
    }
  }

  #staticMember(cls: ClassNode, name: string): Value | undefined {
    const id = `${this.bindings.idOf(cls)}::${name}`;
    let typed: Value | undefined;
    for (const element of cls.body.body) {
      if (
        (element.type !== T.MethodDefinition &&
          element.type !== T.PropertyDefinition &&
          element.type !== T.AccessorProperty) ||
        !element.static ||
        staticName(element.key, element.computed) !== name
      ) {
        continue;
      }
      if (element.type === T.MethodDefinition) {
        return element.kind === 'get'
          ? this.#returned(element.value as FunctionNode)
          : this.valueOf(element.value);
      }
      const value = element.value ? this.valueOf(element.value) : undefined;
      const isChanged = !element.readonly && this.#changedMembers().has(name);
      if (value && value.kind !== 'nil' && !(isChanged && value.kind === 'literal'))
        return isChanged ? this.changeable(value) : value;
      typed = this.typed(typeExpressionOf(element.typeAnnotation?.typeAnnotation), id);
    }
    // `this` of a static method is the class.
    const values = (this.#assignedFields.get(cls)?.get(name) ?? []).map((assigned) => this.valueOf(assigned));
    return values.find((v) => v.kind !== 'unknown' && v.kind !== 'nil' && v.kind !== 'literal') ?? typed;
  }

  readonly #fields = new Map<ConstructorNode, Map<string, Value | undefined>>();
  /** What a field, accessor or method of an instance is, whenever it is read; inherited ones of the file's classes included. */
  fieldValue(cls: ConstructorNode, name: string): Value | undefined {
    let fields = this.#fields.get(cls);
    if (!fields) this.#fields.set(cls, (fields = new Map<string, Value | undefined>()));
    if (fields.has(name)) return fields.get(name);
    fields.set(name, undefined);
    const value = this.#fieldValue(cls, name) ?? this.#inherited(cls, name);
    fields.set(name, value);
    return value;
  }

  #inherited(cls: ConstructorNode, name: string): Value | undefined {
    if (isFunction(cls)) return undefined;
    if (!cls.superClass) return undefined;
    const base = this.baseOf(cls);
    if (base?.kind === 'class' && base.node !== cls) return this.fieldValue(base.node, name);
    if (base?.kind === 'native' && base.name === WRAPPER_CLASS) {
      const inherited = wrapperInstance(base, this.lookup, `super:${this.bindings.idOf(cls)}`);
      return inherited && this.memberOf(inherited, name);
    }
    if (base?.kind === 'native' && base.name === 'constructs' && base.args[0])
      return this.memberOf(base.args[0], name);
    if (base?.kind === 'member' && base.member.is === 'class') {
      return apiMemberOf(
        apiOf(base.client, base.member.constructs, `super:${this.bindings.idOf(cls)}`, { shared: true }),
        name,
      );
    }
    return undefined;
  }

  /** The class that a class extends, if it is one of the file or of a client; a mixin's result counts. */
  baseOf(cls: ConstructorNode): Value | undefined {
    return isClass(cls) && cls.superClass ? this.valueOf(cls.superClass) : undefined;
  }

  /** The class whose instances run the methods of a class: of one without instances of its own, the first that extends it in the file. */
  concreteOf(cls: ClassNode, before: readonly ClassNode[] = []): ClassNode {
    // Classes that extend each other have no instances.
    if (before.includes(cls) || !this.#isBase(cls)) return cls;
    const extending = this.index.classes.find((other) => {
      const base = other.superClass && other !== cls ? this.baseOf(other) : undefined;
      return base?.kind === 'class' && base.node === cls;
    });
    return extending ? this.concreteOf(extending, [...before, cls]) : cls;
  }

  /** Whether a class has no instances of its own: it is abstract, or the file makes none and gives nobody the class. */
  #isBase(cls: ClassNode): boolean {
    if (cls.abstract) return true;
    // Its name stands for it inside and outside of it, as two variables.
    const variables = this.sourceCode.scopeManager?.getDeclaredVariables(cls) ?? [];
    if (variables.length === 0 || variables.some((variable) => this.isExported(variable))) return false;
    return variables.every(({ references }) =>
      references.every(({ identifier, isTypeReference }) => {
        const { parent } = identifier;
        return (
          isTypeReference ||
          (isClass(parent) && parent.superClass === identifier) ||
          (parent.type === T.MemberExpression && parent.object === identifier) ||
          parent.type === T.BinaryExpression
        );
      }),
    );
  }

  /** The function that `this.name` calls, and whether it is a getter. */
  methodOf(cls: ConstructorNode, name: string): { node: FunctionNode; getter: boolean } | undefined {
    if (isFunction(cls)) {
      const method = this.#prototypes.get(cls)?.get(name);
      return method && isFunction(method) ? { node: method, getter: false } : undefined;
    }
    for (const element of cls.body.body) {
      if (element.type !== T.MethodDefinition || element.static || element.kind === 'set') continue;
      if (staticName(element.key, element.computed) === name && isFunction(element.value)) {
        return { node: element.value, getter: element.kind === 'get' };
      }
    }
    const base = cls.superClass ? this.baseOf(cls) : undefined;
    return base?.kind === 'class' && base.node !== cls ? this.methodOf(base.node, name) : undefined;
  }

  #fieldValue(cls: ConstructorNode, name: string): Value | undefined {
    const id = `${this.bindings.idOf(cls)}.${name}`;
    const values: Value[] = [];
    let typed: Value | undefined;
    const method = isFunction(cls) ? this.#prototypes.get(cls)?.get(name) : undefined;
    if (method) values.push(this.valueOf(method));
    for (const element of isClass(cls) ? cls.body.body : []) {
      if (element.type === T.MethodDefinition && element.kind === 'constructor') {
        for (const parameter of element.value.params) {
          if (parameter.type !== T.TSParameterProperty) continue;
          const { parameter: inner } = parameter;
          const target = inner.type === T.AssignmentPattern ? inner.left : inner;
          if (target.name !== name) continue;
          typed = this.typed(typeExpressionOf(target.typeAnnotation?.typeAnnotation), id);
          if (inner.type === T.AssignmentPattern) values.push(this.valueOf(inner.right));
        }
        continue;
      }
      if (
        !('key' in element) ||
        !('computed' in element) ||
        staticName(element.key, element.computed) !== name
      )
        continue;
      if (element.type === T.MethodDefinition) {
        if (element.kind === 'get') values.push(this.#returned(element.value as FunctionNode));
        else if (element.kind === 'method' && isFunction(element.value))
          values.push(this.functionValue(element.value));
      } else if (element.type === T.PropertyDefinition || element.type === T.AccessorProperty) {
        typed =
          this.typed(typeExpressionOf(element.typeAnnotation?.typeAnnotation), id) ??
          this.#taggedType(element, id);
        if (element.value) values.push(this.valueOf(element.value));
      }
    }
    for (const assigned of this.#assignedFields.get(cls)?.get(name) ?? [])
      values.push(this.valueOf(assigned));
    const best = values.find((v) => v.kind !== 'unknown' && v.kind !== 'nil' && v.kind !== 'literal');
    if (best) return this.isFixedField(cls, name) ? best : this.changeable(best);
    if (typed) return typed;
    const [only] = values;
    return values.length === 1 && only?.kind === 'literal' && this.isFixedField(cls, name) ? only : undefined;
  }

  readonly #fixed = new Map<ConstructorNode, Map<string, boolean>>();
  /** Whether a field keeps what it was given at first: only its class can write it, and nothing in the file does. */
  isFixedField(cls: ConstructorNode, name: string): boolean {
    let fields = this.#fixed.get(cls);
    if (!fields) this.#fixed.set(cls, (fields = new Map<string, boolean>()));
    let fixed = fields.get(name);
    if (fixed === undefined) {
      fixed =
        isClass(cls) &&
        cls.body.body.some(
          (element) =>
            element.type === T.PropertyDefinition &&
            staticName(element.key, element.computed) === name &&
            (element.key.type === T.PrivateIdentifier ||
              element.accessibility === 'private' ||
              element.readonly),
        ) &&
        !this.#changedMembers().has(name);
      fields.set(name, fixed);
    }
    return fixed;
  }

  /** Whether the file's text gives a field something once at most: as a parameter that is a property, or by one assignment. */
  isWrittenOnce(cls: ConstructorNode, name: string): boolean {
    const isParameter = constructorOf(cls)?.params.some(
      (p) =>
        p.type === T.TSParameterProperty && p.parameter.type === T.Identifier && p.parameter.name === name,
    );
    const writes = this.index.members.filter((node) => memberName(node) === name && isWritten(node));
    return writes.length <= (isParameter === true ? 0 : 1);
  }

  /** A value of which the parts may be others by now: a list may have any number of items, an object other plain values. */
  changeable(value: Value): Value {
    if (value.kind === 'list') return anyNumberOf(value);
    if (value.kind !== 'object') return value;
    const fields = [...value.fields].flatMap(([name, field]): [string, Value][] =>
      field.kind === 'literal' || field.kind === 'nil' || this.#mayBeAnother(name, field)
        ? []
        : [[name, this.changeable(field)]],
    );
    return object(value.text, new Map(fields), true);
  }

  /** Whether a field of a name has something else by now: whoever gets a list or an object may change it, but not a function. */
  #mayBeAnother(name: string, field: Value): boolean {
    if (!this.#changedMembers().has(name)) return false;
    const isWhole = field.kind === 'function' || field.kind === 'member' || field.kind === 'native';
    return !isWhole || this.index.members.some((node) => memberName(node) === name && isWritten(node));
  }

  #changed: ReadonlySet<string> | undefined;
  /** The names of members that the file writes or changes in place, whosever they are, or gives to a call. */
  #changedMembers(): ReadonlySet<string> {
    if (this.#changed) return this.#changed;
    const changed = new Set<string>();
    for (const node of this.index.members) {
      const name = memberName(node);
      if (name === undefined || changed.has(name)) continue;
      const { parent } = node;
      const isGiven =
        (parent.type === T.CallExpression || parent.type === T.NewExpression) &&
        parent.arguments.includes(node);
      if (isGiven || isWritten(node) || isAddedTo(node)) changed.add(name);
    }
    this.#changed = changed;
    return changed;
  }

  #taggedType(node: TSESTree.Node, id: string): Value | undefined {
    const tag = this.#tagsBefore(node).find((t) => t.tag === 'type');
    return tag && this.typed(tag.type, id);
  }

  /** Some comment of the file may have a tag. */
  #hasTags = false;
  #tagsBefore(node: TSESTree.Node): TypeTag[] {
    const comment = this.#hasTags ? this.sourceCode.getCommentsBefore(node).at(-1) : undefined;
    return comment?.value.includes('@') === true ? typeTagsOf(comment.value) : [];
  }

  /** What a variable holds, whenever it is read. */
  variableValue(variable: Variable): Value {
    const known = this.#variables.get(variable);
    if (known) return known;
    if (this.#busy.has(variable)) {
      this.#circles++;
      return unknown(variable.name);
    }
    this.#busy.add(variable);
    try {
      const value = this.#variableValue(variable);
      this.#variables.set(variable, value);
      return value;
    } finally {
      this.#busy.delete(variable);
    }
  }

  #variableValue(variable: Variable): Value {
    const id = this.bindings.idOf(variable);
    const fallback = unknown(`${variable.name}:${id}`);
    const values: Value[] = [];
    let typed: Value | undefined;
    for (const definition of variable.defs) {
      const { node } = definition;
      switch (definition.type as string) {
        case 'ImportBinding':
          return (
            this.#importedValue(node, definition.parent ?? undefined) ??
            this.lastResort?.(definition.name) ??
            fallback
          );
        case 'FunctionName':
          // An overload or `declare function` has no code.
          if (node.type === T.TSDeclareFunction) break;
          return this.functionValue(node as FunctionNode);
        case 'ClassName':
          return classValue(node as ClassNode, this.bindings.idOf(node));
        case 'TSEnumName':
          return this.#enumValue(node as TSESTree.TSEnumDeclaration);
        case 'TSModuleName':
          return this.#namespaceValue(variable);
        case 'Variable': {
          const declarator = node as TSESTree.VariableDeclarator;
          if (declarator.id.type === T.Identifier) {
            typed ??= this.typed(typeExpressionOf(declarator.id.typeAnnotation?.typeAnnotation), id);
            typed ??= this.#taggedType(declarator.parent, id);
          }
          if (declarator.init)
            values.push(
              this.destructured(declarator.id, this.valueOf(declarator.init), variable) ?? fallback,
            );
          else if (
            declarator.parent.parent.type === T.ForOfStatement &&
            declarator.parent.parent.left === declarator.parent
          ) {
            const from = this.valueOf(declarator.parent.parent.right);
            if (from.kind === 'list') {
              const item = this.#anyOf(from.items, declarator);
              values.push(this.destructured(declarator.id, item, variable) ?? fallback);
            }
          } else values.push(declarator.parent.declare ? fallback : undefinedValue);
          break;
        }
        case 'Parameter':
          return (
            this.parameterValue(variable, node as FunctionNode) ??
            this.lastResort?.(definition.name) ??
            fallback
          );
        default:
          return fallback;
      }
    }
    for (const reference of variable.references) {
      if (reference.isWrite() && reference.init !== true && reference.writeExpr) {
        const target = reference.identifier.parent;
        if (target.type === T.AssignmentExpression && target.left === reference.identifier) {
          if (target.operator === '=' || target.operator === '??=' || target.operator === '||=')
            values.push(this.valueOf(target.right));
          else values.push(fallback);
        } else values.push(fallback);
      }
    }
    const telling = values.filter((v) => v.kind !== 'unknown' && v.kind !== 'nil' && v.kind !== 'literal');
    const [best] = telling;
    // What is filled key by key is what its annotation says.
    if (best?.kind === 'object' && best.fields.size === 0 && typed?.kind === 'list') return typed;
    // What is added to later is not known from its initialiser.
    if ((best?.kind === 'list' || best?.kind === 'object') && this.bindings.isChanged(variable))
      return this.changeable(best);
    if (best) {
      if (
        telling.some(
          (v) => v.kind !== best.kind || (v.kind === 'api' && best.kind === 'api' && v.type !== best.type),
        )
      )
        return fallback;
      if (best.kind === 'api') {
        const several = telling.some((v) => v.key !== best.key);
        const maybe = values.some((v) => v.kind === 'nil' || v.kind === 'unknown') || best.maybe;
        const shared = best.shared || this.isExported(variable);
        return api(best.client, best.type, several ? `any:${id}` : best.id, {
          maybe,
          shared,
          ...(best.producer === undefined ? {} : { producer: best.producer }),
        });
      }
      return telling.some((v) => v.key !== best.key) && best.kind === 'function' ? fallback : best;
    }
    if (typed) return typed;
    const [only] = values;
    if (values.length === 1 && only && !this.bindings.isReassigned(variable)) {
      if (only.kind !== 'unknown') return only;
      const [definition] = variable.defs;
      return (definition && this.lastResort?.(definition.name)) ?? only;
    }
    return fallback;
  }

  /** What the blocks of a namespace, of which there may be several, export, by name; nothing for any other variable. */
  namespaceMembers(variable: Variable): ReadonlyMap<string, Variable> {
    const members = new Map<string, Variable>();
    for (const { node } of variable.defs) {
      const body = node.type === T.TSModuleDeclaration ? node.body : undefined;
      for (const statement of body?.type === T.TSModuleBlock ? body.body : []) {
        if (statement.type !== T.ExportNamedDeclaration || !statement.declaration) continue;
        const declared = this.sourceCode.scopeManager?.getDeclaredVariables(statement.declaration) ?? [];
        for (const exported of declared) members.set(exported.name, exported);
      }
    }
    return members;
  }

  #namespaceValue(variable: Variable): Value {
    const members = [...this.namespaceMembers(variable)];
    const fields = new Map(members.map(([name, exported]) => [name, this.variableValue(exported)]));
    return object(`namespace@${this.bindings.idOf(variable)}`, fields, true);
  }

  #enumValue(node: TSESTree.TSEnumDeclaration): Value {
    const fields = new Map<string, Value>();
    // A member without a value of its own counts on from the one before.
    let next: number | undefined = 0;
    for (const member of node.body.members) {
      const name = staticName(member.id, false);
      const value: Value | undefined = member.initializer
        ? this.valueOf(member.initializer)
        : next === undefined
          ? undefined
          : literal(next);
      next = value?.kind === 'literal' && typeof value.value === 'number' ? value.value + 1 : undefined;
      if (name !== undefined && value) fields.set(name, value);
    }
    return object(`enum@${this.bindings.idOf(node)}`, fields, true);
  }

  /** What a variable of a pattern gets from the value that the pattern takes apart. */
  destructured(pattern: TSESTree.Node, value: Value, variable: Variable): Value | undefined {
    switch (pattern.type) {
      case T.Identifier:
        return this.bindings.variableOf(pattern) === variable ? value : undefined;
      case T.AssignmentPattern: {
        const found = this.destructured(pattern.left, value, variable);
        return found && (found.kind === 'unknown' || found.kind === 'nil')
          ? this.#anyOf([found, this.valueOf(pattern.right)], pattern)
          : found;
      }
      case T.ObjectPattern:
        for (const property of pattern.properties) {
          if (property.type === T.RestElement) {
            const found = this.destructured(property.argument, value, variable);
            if (found) return found;
            continue;
          }
          const name = staticName(property.key, property.computed);
          const part = name === undefined ? undefined : this.memberOf(value, name);
          const found = this.destructured(
            property.value,
            part ?? unknown(`${value.key}.${name ?? '?'}`),
            variable,
          );
          if (found) return found;
        }
        return undefined;
      case T.ArrayPattern:
        for (const [index, element] of pattern.elements.entries()) {
          if (!element) continue;
          const part = value.kind === 'list' ? (value.many ? value.items[0] : value.items[index]) : undefined;
          const found = this.destructured(element, part ?? unknown(`${value.key}.${index}`), variable);
          if (found) return found;
        }
        return undefined;
      case T.RestElement:
        return this.destructured(pattern.argument, value, variable);
      default:
        return undefined;
    }
  }

  #importedValue(node: TSESTree.Node, parent: TSESTree.Node | undefined): Value | undefined {
    if (node.type === T.TSImportEqualsDeclaration) {
      const reference = node.moduleReference;
      if (reference.type === T.TSExternalModuleReference) {
        return this.required(reference.expression.value);
      }
      return this.#entityValue(reference);
    }
    if (parent?.type !== T.ImportDeclaration) return undefined;
    const module = parent.source.value;
    if (node.type === T.ImportSpecifier) {
      const name = node.imported.type === T.Identifier ? node.imported.name : node.imported.value;
      if (name === 'default') return this.#defaultImport(module);
      const namespace = moduleValue(module, 'namespace', this.lookup);
      if (namespace) return this.memberOf(namespace, name);
      const known = nativeExport(module, name);
      return known === undefined ? undefined : native(known);
    }
    return node.type === T.ImportDefaultSpecifier ? this.#defaultImport(module) : this.required(module);
  }

  #defaultImport(module: string): Value | undefined {
    const client = moduleValue(module, 'default', this.lookup);
    if (client) return client;
    const known = nativeExport(module, 'default');
    return known === undefined ? undefined : native(known);
  }

  #entityValue(name: TSESTree.EntityName): Value | undefined {
    if (name.type === T.Identifier) return this.valueOf(name);
    if (name.type !== T.TSQualifiedName) return undefined;
    const left = this.#entityValue(name.left);
    return left && this.memberOf(left, name.right.name);
  }

  /** A function itself, and every mention of its name. */
  usesOf(fn: FunctionNode): readonly TSESTree.Node[] {
    const { parent } = fn;
    const name = parent.type === T.VariableDeclarator ? parent.id : fn.id;
    const variable = name ? this.bindings.variableOf(name) : undefined;
    return [fn, ...(variable?.references.map(({ identifier }) => identifier) ?? [])];
  }

  /** What a parameter is by its annotation, its JSDoc tag, or, in a function that only this file calls, by its arguments. */
  parameterValue(variable: Variable, fn: FunctionNode): Value | undefined {
    const id = this.bindings.idOf(variable);
    for (const [index, parameter] of fn.params.entries()) {
      const bare = parameter.type === T.TSParameterProperty ? parameter.parameter : parameter;
      const target = bare.type === T.AssignmentPattern ? bare.left : bare;
      const annotation = 'typeAnnotation' in target ? target.typeAnnotation?.typeAnnotation : undefined;
      const tagged = annotation ? undefined : this.#tagOfParameter(fn, target, index);
      const typed =
        this.typed(annotation ? typeExpressionOf(annotation) : (tagged ?? { is: 'other' }), `param:${id}`) ??
        (index === 0 ? (passedTo(this, fn) ?? handedTo(this, fn)) : undefined);
      const fallback = bare.type === T.AssignmentPattern ? this.valueOf(bare.right) : undefined;
      if (typed) {
        const found = this.destructured(target, typed, variable);
        if (found) return found.kind === 'unknown' ? undefined : found;
      } else if (target.type === T.Identifier && this.bindings.variableOf(target) === variable) {
        if (fallback?.kind === 'api') return fallback;
        return this.#argumentValue(fn, index);
      } else if (target.type === T.ObjectPattern) {
        const argument = this.#argumentValue(fn, index);
        const found = argument && this.destructured(target, argument, variable);
        if (found) return found.kind === 'unknown' ? undefined : found;
      }
    }
    return undefined;
  }

  /** What the type of a pattern parameter says. */
  patternValue(fn: FunctionNode, parameter: TSESTree.Parameter): Value | undefined {
    const bare = parameter.type === T.TSParameterProperty ? parameter.parameter : parameter;
    const target = bare.type === T.AssignmentPattern ? bare.left : bare;
    const annotation = 'typeAnnotation' in target ? target.typeAnnotation?.typeAnnotation : undefined;
    const tagged = annotation ? undefined : this.#tagOfParameter(fn, target, fn.params.indexOf(parameter));
    const id = `param:${this.bindings.idOf(parameter)}`;
    return (
      this.typed(annotation ? typeExpressionOf(annotation) : (tagged ?? { is: 'other' }), id) ??
      (parameter === fn.params[0] ? handedTo(this, fn) : undefined) ??
      this.#argumentValue(fn, fn.params.indexOf(parameter))
    );
  }

  readonly #givenBy = new Map<string, TSESTree.CallExpression | TSESTree.NewExpression>();
  #made: Map<string, TSESTree.Node> | undefined;
  #ended: Map<string, TSESTree.Node[]> | undefined;
  readonly #begun = new Set<string>();
  #surveyProducers(): void {
    this.#made = new Map<string, TSESTree.Node>();
    this.#ended = new Map<string, TSESTree.Node[]>();
    const ofUnknown: (TSESTree.CallExpression | TSESTree.NewExpression)[] = [];
    for (const node of this.index.calls) {
      if (!this.#mayConcernProducer(node)) continue;
      const value = this.valueOf(node);
      const given = value.kind === 'promise' ? value.value : value;
      if (given.kind === 'api' && given.id === this.bindings.idOf(node)) {
        this.#givenBy.set(given.id, node);
        if (given === value) this.#made.set(given.id, node);
      }
      const callee = unwrapped(node.callee);
      if (callee.type !== T.MemberExpression && callee.type !== T.Identifier) continue;
      const called = this.valueOf(callee);
      if (called.kind === 'unknown') ofUnknown.push(node);
      this.#surveyCall(node, called);
    }
    for (const node of ofUnknown) this.#surveyFilled(node);
  }

  /** Notes what a call does to a producer. */
  #surveyCall(node: TSESTree.Node, called: Value | undefined): void {
    if (called?.kind !== 'member' || called.member.is !== 'method' || !called.owner) return;
    const { operation } = called.member;
    const { id } = called.owner;
    if (operation === 'begin' || operation === 'init' || operation === 'commit' || operation === 'abort')
      this.#begun.add(id);
    if (operation === 'abort' || operation === 'close')
      this.#ended?.set(id, [...(this.#ended.get(id) ?? []), node]);
  }

  /** Notes what `this.name()` does where the class takes its producer's methods over by their names, in a loop. */
  #surveyFilled(node: TSESTree.CallExpression | TSESTree.NewExpression): void {
    const callee = unwrapped(node.callee);
    if (callee.type !== T.MemberExpression || callee.object.type !== T.ThisExpression) return;
    const owner = this.constructorAround(node);
    const name = memberName(callee);
    if (!owner || name === undefined || !this.#filledByKey.has(owner)) return;
    for (const [, made] of this.#made ?? []) {
      const value = this.constructorAround(made) === owner ? this.valueOf(made) : undefined;
      if (value?.kind === 'api') this.#surveyCall(node, apiMemberOf(value, name));
    }
  }

  /** Whether a call may make a producer or do an operation: it makes an instance, or its callee has a name by which that is done. */
  #mayConcernProducer({ type, callee }: TSESTree.CallExpression | TSESTree.NewExpression): boolean {
    if (type === T.NewExpression || this.settings.modules.length > 0 || this.lastResort) return true;
    const called = unwrapped(callee);
    const name =
      called.type === T.Identifier
        ? called.name
        : called.type === T.MemberExpression
          ? memberName(called)
          : undefined;
    return name === undefined || this.relevance.names.has(name.replace(/^#/, ''));
  }

  /** The things of a client's API that calls in the file give. */
  created(): Iterable<string> {
    if (!this.#made) this.#surveyProducers();
    return this.#givenBy.keys();
  }

  /** The call or `new` in the file that gives a thing of a client's API, awaited or not. */
  creationOf(id: string): TSESTree.CallExpression | TSESTree.NewExpression | undefined {
    const node = this.bindings.thingOf(id) as Partial<TSESTree.Node> | undefined;
    if (node?.type !== T.CallExpression && node?.type !== T.NewExpression) return undefined;
    const value = this.valueOf(node as TSESTree.CallExpression | TSESTree.NewExpression);
    const given = value.kind === 'promise' ? value.value : value;
    return given.kind === 'api' && given.id === id
      ? (node as TSESTree.CallExpression | TSESTree.NewExpression)
      : undefined;
  }

  /** What the class's own code gives a field: its initialiser and what is assigned to it. */
  writtenTo(cls: ConstructorNode, name: string): readonly TSESTree.Expression[] {
    const initial = (isClass(cls) ? cls.body.body : []).flatMap((element) =>
      element.type === T.PropertyDefinition &&
      element.value &&
      staticName(element.key, element.computed) === name
        ? [element.value]
        : [],
    );
    return [...initial, ...(this.#assignedFields.get(cls)?.get(name) ?? [])];
  }

  /** Where a producer of the file is made, or undefined when it comes from elsewhere or is exported. */
  madeAt(producer: string): TSESTree.Node | undefined {
    if (!this.#made) this.#surveyProducers();
    const node = this.#made?.get(producer);
    if (!node) return undefined;
    // A producer that the file hands out has a holder out of view.
    for (let at: TSESTree.Node | undefined = node.parent; at; at = at.parent) {
      if (at.type === T.VariableDeclarator) {
        const variable = at.id.type === T.Identifier ? this.bindings.variableOf(at.id) : undefined;
        return variable && this.isExported(variable) ? undefined : node;
      }
      if (isFunction(at) || at.type === T.ReturnStatement) return undefined;
      if (at.type === T.AssignmentExpression || at.type === T.PropertyDefinition) return node;
    }
    return node;
  }

  /** Whether the file begins or ends transactions of a producer somewhere. */
  begins(producer: string): boolean {
    if (!this.#made) this.#surveyProducers();
    return this.#begun.has(producer);
  }

  /** The calls in the file that abort a producer's transaction or close it. */
  enders(producer: string): readonly TSESTree.Node[] {
    if (!this.#ended) this.#surveyProducers();
    return this.#ended?.get(producer) ?? [];
  }

  /** Calls of a function by its name, when every use of the name is a call; undefined when unseen code can call it. */
  callsOf(fn: FunctionNode): readonly TSESTree.CallExpression[] | undefined {
    const declared =
      fn.type === T.FunctionDeclaration
        ? fn.id
        : fn.parent.type === T.VariableDeclarator && fn.parent.id.type === T.Identifier
          ? fn.parent.id
          : undefined;
    if (!declared) return undefined;
    const variable = this.bindings.variableOf(declared);
    if (!variable || this.isExported(variable)) return undefined;
    const calls: TSESTree.CallExpression[] = [];
    for (const reference of variable.references) {
      if (reference.init === true || !reference.isRead()) continue;
      const parent = reference.identifier.parent;
      if (parent.type !== T.CallExpression || parent.callee !== reference.identifier) return undefined;
      calls.push(parent);
    }
    return calls;
  }

  /** The calls of a function within itself. */
  selfCallsOf(fn: FunctionNode): readonly TSESTree.CallExpression[] {
    const inside = (node: TSESTree.Node): boolean =>
      node.range[0] >= fn.range[0] && node.range[1] <= fn.range[1];
    const calls: TSESTree.CallExpression[] = [];
    const { parent } = fn;
    const name =
      fn.type === T.FunctionDeclaration
        ? fn.id
        : parent.type === T.VariableDeclarator && parent.id.type === T.Identifier
          ? parent.id
          : fn.type === T.FunctionExpression
            ? fn.id
            : null;
    const variable = name ? this.bindings.variableOf(name) : undefined;
    for (const { identifier } of variable?.references ?? []) {
      const use = identifier.parent;
      if (inside(identifier) && use.type === T.CallExpression && use.callee === identifier) calls.push(use);
    }
    if (parent.type === T.MethodDefinition || parent.type === T.PropertyDefinition) {
      const method = staticName(parent.key, parent.computed);
      walk(fn.body, this.sourceCode.visitorKeys, (node) => {
        if (node.type !== T.CallExpression) return;
        const callee = unwrapped(node.callee);
        if (
          callee.type === T.MemberExpression &&
          callee.object.type === T.ThisExpression &&
          memberName(callee) === method
        )
          calls.push(node);
      });
    }
    return calls;
  }

  /** The `new` in the file by which a constructor is called, and whether code out of view may call it, too. */
  #constructionsOf({ parent }: FunctionNode): { calls: TSESTree.NewExpression[]; isOpen: boolean } {
    const calls: TSESTree.NewExpression[] = [];
    if (parent.type !== T.MethodDefinition || parent.kind !== 'constructor') return { calls, isOpen: true };
    const cls = parent.parent.parent;
    const names = cls.parent.type === T.VariableDeclarator ? [cls, cls.parent] : [cls];
    const variables = names.flatMap((node) => this.sourceCode.scopeManager?.getDeclaredVariables(node) ?? []);
    let isOpen = variables.some((variable) => this.isExported(variable));
    for (const { identifier, init, isTypeReference } of variables.flatMap(({ references }) => references)) {
      const use = identifier.parent;
      if (use.type === T.NewExpression && use.callee === identifier) calls.push(use);
      else if (init !== true && !isTypeReference && use.type !== T.BinaryExpression) isOpen = true;
    }
    return { calls, isOpen };
  }

  #argumentValue(fn: FunctionNode, index: number): Value | undefined {
    const own = this.callsOf(fn);
    const made = own ? undefined : this.#constructionsOf(fn);
    const calls = own ?? made?.calls ?? [];
    if (calls.length === 0) return undefined;
    const values = calls.map((call) => {
      const argument = call.arguments[index];
      return argument && argument.type !== T.SpreadElement ? this.valueOf(argument) : undefinedValue;
    });
    const [first] = values;
    if (!first || (first.kind !== 'api' && first.kind !== 'object' && first.kind !== 'instance'))
      return undefined;
    const isOpen = made?.isOpen === true;
    if (values.every((v) => v.key === first.key) && !isOpen) return first;
    if (
      first.kind !== 'api' ||
      values.some((v) => v.kind !== 'api' || v.type !== first.type || v.client !== first.client)
    )
      return undefined;
    return api(first.client, first.type, `param:${this.bindings.idOf(fn)}.${String(index)}`, {
      // What others construct they give something else.
      shared: isOpen || values.some((v) => v.kind === 'api' && v.shared),
    });
  }

  #tagOfParameter(fn: FunctionNode, target: TSESTree.Node, index: number): TypeExpression | undefined {
    if (!this.#hasTags) return undefined;
    const inline = this.sourceCode.getCommentsBefore(target).at(-1);
    if (inline?.value.includes('@type') === true) return typeTagsOf(inline.value)[0]?.type;
    let at: TSESTree.Node = fn;
    let tags: TypeTag[] = [];
    for (let steps = 0; steps < 4 && tags.length === 0; steps++) {
      tags = this.#tagsBefore(at);
      const parent: TSESTree.Node = at.parent;
      if (
        parent.type === T.BlockStatement ||
        parent.type === T.Program ||
        parent.type === T.ClassBody ||
        parent.type === T.CallExpression
      ) {
        break;
      }
      at = parent;
    }
    const own = tags.filter((t) => t.tag === 'param' && t.name?.includes('.') !== true);
    const found = target.type === T.Identifier ? own.find((t) => t.name === target.name) : own[index];
    // `@param {object} deps`, with a tag of its own for each property: `@param {Producer} deps.producer`.
    const prefix = `${found?.name ?? ''}.`;
    const fields = tags.filter((t) => t.tag === 'param' && found?.name && t.name?.startsWith(prefix));
    if (fields.length === 0) return found?.type;
    return {
      is: 'object',
      fields: new Map(
        fields.map(({ name = '', type }) => [name.slice(prefix.length), { type, optional: false }]),
      ),
    };
  }

  /** The value of a type, or undefined when the type says nothing about Kafka. `id` names the value. */
  typed(type: TypeExpression, id: string): Value | undefined {
    const value = this.#typed(type, id, 0);
    return value?.kind === 'unknown' || value?.kind === 'nil' ? undefined : value;
  }

  #typed(type: TypeExpression, id: string, depth: number): Value | undefined {
    if (depth > 8) return undefined;
    const next = (inner: TypeExpression, name = id): Value | undefined => this.#typed(inner, name, depth + 1);
    switch (type.is) {
      case 'nothing':
        return undefinedValue;
      case 'import':
        return this.#typeExport(type.module, type.path, id);
      case 'union': {
        const parts = type.parts.map((part) => next(part));
        const telling = parts.find((part) => part !== undefined && part.kind !== 'nil');
        return telling?.kind === 'api' && parts.some((part) => part?.kind === 'nil')
          ? api(telling.client, telling.type, telling.id, { ...telling, maybe: true })
          : telling;
      }
      case 'list': {
        const item = next(type.item, `${id}[]`);
        return item && list([item], true);
      }
      case 'tuple': {
        const items = type.items.map((item, index) => next(item, `${id}[${String(index)}]`));
        return items.some((item) => item && item.kind !== 'nil')
          ? list(
              items.map((item, index) => item ?? unknown(`${id}[${String(index)}]`)),
              false,
            )
          : undefined;
      }
      case 'index': {
        const owner = next(type.object);
        return owner && this.memberOf(owner, type.key);
      }
      case 'typeof': {
        const value = type.at ? this.valueOf(type.at) : undefined;
        return type.path
          .slice(1)
          .reduce<Value | undefined>((at, name) => at && this.memberOf(at, name), value);
      }
      case 'object':
        return this.#objectType(type.fields, id, depth);
      case 'function': {
        const result = next(type.returns, `${id}()`);
        return result && result.kind !== 'nil' ? native('returns', [result]) : undefined;
      }
      case 'constructor': {
        const made = next(type.makes);
        return made && made.kind !== 'nil' ? native('constructs', [made]) : undefined;
      }
      case 'name':
        return this.#namedType(type, id, depth);
      default:
        return undefined;
    }
  }

  #objectType(
    fields: ReadonlyMap<string, { type: TypeExpression; optional: boolean }>,
    id: string,
    depth: number,
  ): Value | undefined {
    const values = new Map<string, Value>();
    for (const [name, field] of fields) {
      const value = this.#typed(field.type, `${id}.${name}`, depth + 1);
      if (value && value.kind !== 'nil') values.set(name, value);
    }
    return values.size === 0 ? undefined : object(id, values, true);
  }

  #namedType(type: Extract<TypeExpression, { is: 'name' }>, id: string, depth: number): Value | undefined {
    const [head, ...rest] = type.path;
    const first = type.args[0];
    const next = (inner: TypeExpression | undefined): Value | undefined =>
      inner && this.#typed(inner, id, depth + 1);
    if (head === undefined) return undefined;
    const given = rest.length === 0 ? this.#typeArguments.at(-1)?.get(head) : undefined;
    if (given) {
      const inner = this.#typeArguments.pop();
      const value = next(given);
      if (inner) this.#typeArguments.push(inner);
      return value;
    }
    const variable = type.at ? this.bindings.variableOf(type.at) : this.#moduleVariable(head);
    const [definition] = variable?.defs ?? [];
    if (definition) {
      const { node, parent } = definition;
      if ((definition.type as string) === 'ImportBinding') {
        if (node.type === T.TSImportEqualsDeclaration) {
          const reference = node.moduleReference;
          return reference.type === T.TSExternalModuleReference
            ? this.#typeExport(reference.expression.value, rest, id)
            : undefined;
        }
        if (parent?.type !== T.ImportDeclaration) return undefined;
        const module = parent.source.value;
        if (node.type !== T.ImportSpecifier) return this.#typeExport(module, rest, id);
        const name = node.imported.type === T.Identifier ? node.imported.name : node.imported.value;
        return this.#typeExport(module, [name, ...rest], id) ?? (type.at && this.lastResort?.(type.at, id));
      }
      if (node.type === T.TSTypeAliasDeclaration) {
        return this.#withTypeArguments(node.typeParameters, type.args, () =>
          next(typeExpressionOf(node.typeAnnotation)),
        );
      }
      if (node.type === T.TSInterfaceDeclaration) {
        return this.#withTypeArguments(node.typeParameters, type.args, () => {
          const inherited = node.extends.flatMap(({ expression, typeArguments }) => {
            if (expression.type !== T.Identifier) return [];
            const args = typeArguments?.params.map(typeExpressionOf) ?? [];
            return next({ is: 'name', path: [expression.name], args, at: expression }) ?? [];
          });
          const thing = inherited.find(({ kind }) => kind === 'api');
          if (thing) return thing;
          const own = this.#objectType(fieldsOf(node.body.body), id, depth);
          const fields = [...inherited, ...(own ? [own] : [])].flatMap((value) =>
            value.kind === 'object' ? [...value.fields] : [],
          );
          return fields.length === 0 ? undefined : object(id, new Map(fields), true);
        });
      }
      if (isClass(node)) return instance(node, id);
      if (node.type === T.TSTypeParameter) return next(typeExpressionOf(node.constraint));
      // `const { Kafka } = require('kafkajs')` also names the type in JSDoc.
      const value = variable && this.variableValue(variable);
      if (value) return this.#instanceType(value, rest, id);
      return undefined;
    }
    const typedef = this.#typedefs.get(head);
    if (typedef) return next(typedef);
    switch (head) {
      case 'Promise':
      case 'PromiseLike': {
        const inner = next(first);
        return inner && promise(true, inner);
      }
      case 'Awaited': {
        const inner = next(first);
        return inner?.kind === 'promise' ? inner.value : inner;
      }
      case 'ReturnType': {
        const inner = next(first);
        return inner && this.#resultType(inner, id);
      }
      case 'InstanceType': {
        const inner = next(first);
        return inner && this.#instanceType(inner, [], id);
      }
      case 'Readonly':
      case 'Required':
      case 'NonNullable':
      case 'Omit':
      case 'Pick':
        return next(first);
      case 'Partial': {
        const inner = next(first);
        return inner?.kind === 'api'
          ? api(inner.client, inner.type, inner.id, { ...inner, maybe: true })
          : inner;
      }
      case 'Array':
      case 'ReadonlyArray':
      case 'Set':
      case 'ReadonlySet':
      case 'Iterable':
      case 'AsyncIterable': {
        const inner = next(first);
        return inner && list([inner], true);
      }
      case 'Map':
      case 'ReadonlyMap':
      case 'WeakMap':
      case 'Record': {
        const inner = next(type.args[1]);
        return inner && { ...list([inner], true), entries: head !== 'Record', named: head === 'Record' };
      }
      default:
        return undefined;
    }
  }

  /** The arguments of the generic types being looked into, innermost last. */
  readonly #typeArguments: ReadonlyMap<string, TypeExpression>[] = [];

  /** Looks into a generic type with what its parameters stand for: what they are given, or else their defaults. */
  #withTypeArguments<Result>(
    parameters: TSESTree.TSTypeParameterDeclaration | undefined,
    args: readonly TypeExpression[],
    look: () => Result,
  ): Result {
    const given = (parameters?.params ?? []).flatMap(({ name, default: otherwise }, index) => {
      const type = args[index] ?? (otherwise && typeExpressionOf(otherwise));
      return type ? [[name.name, type] as const] : [];
    });
    this.#typeArguments.push(new Map(given));
    try {
      return look();
    } finally {
      this.#typeArguments.pop();
    }
  }

  #moduleVariable(name: string): Variable | undefined {
    for (const scope of this.sourceCode.scopeManager?.scopes ?? []) {
      if ((scope.type as string) !== 'module' && (scope.type as string) !== 'global') continue;
      const found = scope.set.get(name);
      if (found && found.defs.length > 0) return found;
    }
    return undefined;
  }

  #resultType(callee: Value, id: string): Value | undefined {
    if (callee.kind === 'member' && callee.member.is === 'method') {
      const result = resultOf(callee, callee.member, id);
      const shared =
        result.kind === 'api'
          ? api(result.client, result.type, result.id, { ...result, shared: true })
          : result;
      return callee.member.style === 'promise' || callee.member.style === 'either'
        ? promise(true, shared)
        : shared;
    }
    if (callee.kind === 'native' && callee.name === 'returns') return callee.args[0];
    return callee.kind === 'function' ? this.#returned(callee.node) : undefined;
  }

  #instanceType(value: Value, path: readonly string[], id: string): Value | undefined {
    let at: Value | undefined = value;
    for (const name of path) at = at && this.memberOf(at, name);
    if (at?.kind === 'member' && at.member.is === 'class')
      return apiOf(at.client, at.member.constructs, id, { shared: true });
    if (at?.kind === 'class') return instance(at.node, id);
    return undefined;
  }

  #typeExport(module: string, path: readonly string[], id: string): Value | undefined {
    const found = this.lookup(module);
    if (!found) return undefined;
    const wrapped = found.wrapper?.typed(path.join('.'), id);
    if (wrapped) return wrapped;
    const names = path[0] === 'default' ? path.slice(1) : path;
    const type = found.shape.types[names.join('.')];
    return type === undefined ? undefined : apiOf(found.client, type, id, { shared: true });
  }
}

/** Whether a node is `exports` or `module.exports`. */
const isExportsObject = (node: TSESTree.Node): boolean =>
  node.type === T.Identifier
    ? node.name === 'exports'
    : node.type === T.MemberExpression &&
      node.object.type === T.Identifier &&
      node.object.name === 'module' &&
      memberName(node) === 'exports';

/** Whether an object literal has a key, or a path of keys in object literals. */
function hasKey(object: TSESTree.ObjectExpression, [head, ...rest]: readonly string[]): boolean {
  for (const property of object.properties) {
    if (property.type !== T.Property || staticName(property.key, property.computed) !== head) continue;
    return rest.length === 0 || (property.value.type === T.ObjectExpression && hasKey(property.value, rest));
  }
  return false;
}

/** The function's name in `F.prototype.m`. */
function prototypeOwner(member: TSESTree.MemberExpression): TSESTree.Identifier | undefined {
  const of = member.object;
  return of.type === T.MemberExpression && memberName(of) === 'prototype' && of.object.type === T.Identifier
    ? of.object
    : undefined;
}

/** A function value as `util.promisify` gives it. */
export function promisified(value: Value): Value | undefined {
  switch (value.kind) {
    case 'member':
      return { ...value, promisified: true, key: `${value.key}!` };
    case 'function':
      return { ...value, promisified: true, key: `${value.key}!` };
    default:
      return undefined;
  }
}

/** Visits what belongs to a function itself, not to functions inside it. */
export function walkOwn(
  body: TSESTree.Node,
  keys: Readonly<Record<string, readonly string[] | undefined>>,
  visit: (node: TSESTree.Node) => void,
): void {
  const stack: TSESTree.Node[] = [body];
  for (let at = stack.pop(); at; at = stack.pop()) {
    visit(at);
    for (const key of keys[at.type] ?? []) {
      const child = (at as unknown as Record<string, unknown>)[key];
      for (const item of Array.isArray(child) ? (child as unknown[]) : [child]) {
        if (
          typeof item === 'object' &&
          item !== null &&
          'type' in item &&
          !isFunction(item as TSESTree.Node)
        ) {
          stack.push(item as TSESTree.Node);
        }
      }
    }
  }
}

/** Whether a declaration is one that a namespace exports. */
function isOfNamespace({ type, parent }: TSESTree.Node): boolean {
  const statement = type === T.VariableDeclarator ? parent.parent : parent;
  return (
    statement?.type === T.ExportNamedDeclaration && (statement.parent.type as string) === 'TSModuleBlock'
  );
}
