import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { hasBody, type ClassNode, type FunctionNode } from './syntax.js';

/** What `export` and `import` declarations are to the survey of a file. */
export type ModuleDeclaration =
  TSESTree.ExportNamedDeclaration | TSESTree.ExportDefaultDeclaration | TSESTree.ImportDeclaration;

/** Parts that only types stand in. */
const TYPE_PARTS: ReadonlySet<string> = new Set([
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeArguments',
  'implements',
]);

/** What does not need to be gone into: there is nothing in it, or only types. */
const CLOSED: ReadonlySet<string> = new Set([
  T.Identifier,
  T.PrivateIdentifier,
  T.Literal,
  T.ThisExpression,
  T.TemplateElement,
  T.ImportDeclaration,
  T.TSInterfaceDeclaration,
  T.TSTypeAliasDeclaration,
]);

type Part = TSESTree.Node | (TSESTree.Node | null)[] | null | undefined;
type Keys = Readonly<Record<string, readonly string[] | undefined>>;

const opened = new WeakMap<Keys, Map<string, readonly string[]>>();
/** For each type of node met so far, the parts that are gone into. */
function partsWith(keys: Keys): Map<string, readonly string[]> {
  let parts = opened.get(keys);
  if (!parts) opened.set(keys, (parts = new Map<string, readonly string[]>()));
  return parts;
}

/**
 * The nodes of a file by what they are, in the order of the text, from one walk over its tree. What stands in types alone is
 * left out.
 */
export class FileIndex {
  readonly functions: FunctionNode[] = [];
  readonly classes: ClassNode[] = [];
  readonly calls: (TSESTree.CallExpression | TSESTree.NewExpression)[] = [];
  readonly members: TSESTree.MemberExpression[] = [];
  readonly assignments: TSESTree.AssignmentExpression[] = [];
  readonly modules: ModuleDeclaration[] = [];
  /** What `if`, `?:` and `while` ask. */
  readonly conditions: TSESTree.Expression[] = [];
  readonly switches: TSESTree.SwitchStatement[] = [];
  /** Where each name stands: as an identifier, a private name, or the text of a string. */
  readonly names = new Map<string, TSESTree.Node[]>();
  readonly #keys: Keys;
  readonly #parts: Map<string, readonly string[]>;

  constructor({ ast, visitorKeys }: Readonly<TSESLint.SourceCode>) {
    this.#keys = visitorKeys;
    this.#parts = partsWith(visitorKeys);
    this.#visit(ast);
  }

  #partsOf(type: string): readonly string[] {
    let parts = this.#parts.get(type);
    if (!parts) {
      parts = CLOSED.has(type) ? [] : (this.#keys[type] ?? []).filter((key) => !TYPE_PARTS.has(key));
      this.#parts.set(type, parts);
    }
    return parts;
  }

  #visit(node: TSESTree.Node): void {
    switch (node.type) {
      case T.Identifier:
      case T.PrivateIdentifier:
        this.#named(node.name, node);
        return;
      case T.Literal:
        if (typeof node.value === 'string') this.#named(node.value, node);
        return;
      case T.MemberExpression:
        this.members.push(node);
        break;
      case T.CallExpression:
      case T.NewExpression:
        this.calls.push(node);
        break;
      case T.ArrowFunctionExpression:
      case T.FunctionDeclaration:
      case T.FunctionExpression:
        if (hasBody(node)) this.functions.push(node);
        break;
      case T.ClassDeclaration:
      case T.ClassExpression:
        this.classes.push(node);
        break;
      case T.AssignmentExpression:
        this.assignments.push(node);
        break;
      case T.IfStatement:
      case T.ConditionalExpression:
      case T.WhileStatement:
        this.conditions.push(node.test);
        break;
      case T.SwitchStatement:
        this.switches.push(node);
        break;
      case T.ExportNamedDeclaration:
      case T.ExportDefaultDeclaration:
      case T.ImportDeclaration:
        this.modules.push(node);
        break;
      default:
    }
    for (const part of this.#partsOf(node.type)) {
      const child = (node as unknown as Record<string, unknown>)[part] as Part;
      if (Array.isArray(child)) {
        for (const item of child) if (item) this.#visit(item);
      } else if (child) this.#visit(child);
    }
  }

  #named(name: string, node: TSESTree.Node): void {
    const nodes = this.names.get(name);
    if (nodes) nodes.push(node);
    else this.names.set(name, [node]);
  }
}
