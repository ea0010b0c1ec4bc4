import { AST_NODE_TYPES as T, type TSESTree } from '@typescript-eslint/utils';
import type { Analysis } from '../flow/analysis.js';
import type { Change } from './change.js';

type Statement = TSESTree.ProgramStatement;

/**
 * The text of a file in which the statements of its top level that have no say in what a change does are blank: those that
 * neither work on a transaction nor are used, through however many others, by one that does. All that stays is where it was. A
 * text with less in it is read and analysed the sooner.
 *
 * @param analysis - The analysis of the file as it is.
 * @param change - The change, of which all places stay.
 * @returns The text, as long as the file's.
 */
export function textInQuestion(analysis: Analysis, change: Change): string {
  const { text, ast } = analysis.origins.sourceCode;
  const kept = statementsInQuestion(analysis, change);
  if (!kept) return text;
  let blanked = '';
  let from = 0;
  for (const statement of ast.body) {
    if (kept.has(statement)) continue;
    const [start, end] = statement.range;
    blanked += text.slice(from, start) + text.slice(start, end).replace(/[^\r\n\u2028\u2029]/g, ' ');
    from = end;
  }
  return blanked + text.slice(from);
}

const DISPENSABLE: ReadonlySet<string> = new Set([
  T.FunctionDeclaration,
  T.ClassDeclaration,
  T.VariableDeclaration,
  T.TSInterfaceDeclaration,
  T.TSTypeAliasDeclaration,
]);

/** What is blanked where it is not used: what binds the file to others stays. */
const isDispensable = (statement: Statement): boolean =>
  DISPENSABLE.has(statement.type) ||
  (statement.type === T.ExpressionStatement && statement.directive === undefined) ||
  (statement.type === T.ExportNamedDeclaration &&
    statement.declaration !== null &&
    DISPENSABLE.has(statement.declaration.type));

/** The statements that stay; undefined where all do. */
function statementsInQuestion({ origins }: Analysis, change: Change): ReadonlySet<Statement> | undefined {
  const { sourceCode, settings, index, relevance } = origins;
  const { body } = sourceCode.ast;
  // A wrapper's members have names of their own.
  if (settings.modules.length > 0) return undefined;
  /** The statement that stands at an offset, found by halves. */
  const at = (offset: number): Statement | undefined => {
    let low = 0;
    let high = body.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const statement = body[middle] as Statement;
      if (statement.range[0] > offset) high = middle - 1;
      else if (statement.range[1] <= offset) low = middle + 1;
      else return statement;
    }
    return undefined;
  };

  const kept = new Set<Statement>();
  const open: Statement[] = [];
  const keep = (statement: Statement | undefined): void => {
    if (!statement || kept.has(statement)) return;
    kept.add(statement);
    open.push(statement);
  };
  for (const statement of body) if (!isDispensable(statement)) keep(statement);
  for (const name of relevance.names) for (const node of index.names.get(name) ?? []) keep(at(node.range[0]));
  for (const { range, pieces } of change) {
    for (const statement of body)
      if (statement.range[0] <= range[1] && range[0] <= statement.range[1]) keep(statement);
    for (const piece of pieces) {
      const text = typeof piece === 'string' ? piece : sourceCode.text.slice(...piece);
      for (const [name] of text.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)) {
        for (const node of index.names.get(name) ?? []) if (declares(node)) keep(at(node.range[0]));
      }
    }
  }

  const uses = new Map<Statement, Set<Statement>>();
  const use = (from: Statement, to: Statement): void => {
    const known = uses.get(from);
    if (known) known.add(to);
    else uses.set(from, new Set([to]));
  };
  for (const scope of sourceCode.scopeManager?.scopes ?? []) {
    for (const reference of scope.references) {
      const declaration = reference.resolved?.defs[0]?.name;
      const from = declaration && at(reference.identifier.range[0]);
      const to = declaration && at(declaration.range[0]);
      if (!from || !to || from === to) continue;
      // What a file hands out is used by others; what a function that it hands out uses, is used here.
      if (!isExport(from) || scope.block.type !== T.Program) use(from, to);
      // Who changes a variable has a say in what it holds.
      if (reference.isWrite()) use(to, from);
    }
  }
  for (let statement = open.pop(); statement; statement = open.pop()) uses.get(statement)?.forEach(keep);
  return kept.size < body.length ? kept : undefined;
}

/** `module.exports = ...`, `exports.x = ...`. */
const isExport = (statement: Statement): boolean =>
  statement.type === T.ExpressionStatement &&
  statement.expression.type === T.AssignmentExpression &&
  statement.expression.left.type === T.MemberExpression &&
  /^(module\.)?exports\b/.test(spelled(statement.expression.left));

const spelled = (node: TSESTree.Node): string => {
  if (node.type === T.Identifier) return node.name;
  if (node.type !== T.MemberExpression) return '';
  const property = node.property.type === T.Identifier ? node.property.name : '';
  return `${spelled(node.object)}.${property}`;
};

/** Whether a name stands where something of that name is declared. */
const declares = ({ parent }: TSESTree.Node): boolean =>
  parent?.type === T.FunctionDeclaration ||
  parent?.type === T.ClassDeclaration ||
  parent?.type === T.VariableDeclarator ||
  parent?.type === T.Property;
