import { AST_NODE_TYPES as T, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { isFunction, type FunctionNode } from '../model/syntax.js';
import { removed, type Edit, type Piece } from './change.js';
import { indentAt, isFirstOnLine, layoutOf, lineStart, reindented } from './layout.js';

type Source = Readonly<TSESLint.SourceCode>;

/** Statements that stand one after the other. */
export type StatementList = readonly TSESTree.Statement[];

/** The statements among which a statement stands, or undefined where it stands alone (`if (x) statement`). */
export function listOf(statement: TSESTree.Node): StatementList | undefined {
  const { parent } = statement;
  switch (parent?.type) {
    case T.BlockStatement:
    case T.Program:
    case T.StaticBlock:
    case T.TSModuleBlock:
      return parent.body;
    case T.SwitchCase:
      return parent.consequent;
    default:
      return undefined;
  }
}

/** The statement that a node is part of, in the function that the node stands in. */
export function enclosingStatement(node: TSESTree.Node): TSESTree.Statement | undefined {
  for (let at: TSESTree.Node | undefined = node; at && !isFunction(at); at = at.parent) {
    const list = listOf(at);
    if (list?.includes(at as TSESTree.Statement)) return at as TSESTree.Statement;
  }
  return undefined;
}

/** The catch clause that a node stands in, within one function. */
export function enclosingCatch(node: TSESTree.Node): TSESTree.CatchClause | undefined {
  for (let at: TSESTree.Node | undefined = node; at && !isFunction(at); at = at.parent)
    if (at.type === T.CatchClause) return at;
  return undefined;
}

/** The try statement in whose block, not in whose handler, a node stands, within one function. */
export function enclosingTry(node: TSESTree.Node): TSESTree.TryStatement | undefined {
  for (let at: TSESTree.Node = node; at.parent && !isFunction(at); at = at.parent)
    if (at.parent.type === T.TryStatement && at.parent.block === at) return at.parent;
  return undefined;
}

/** Whether comments stand in a range. */
export const hasComment = (source: Source, [start, end]: TSESTree.Range): boolean =>
  source.getAllComments().some(({ range }) => range[0] < end && range[1] > start);

/** Whether comments stand in a range but outside of some others. */
export const hasCommentOutside = (
  source: Source,
  [start, end]: TSESTree.Range,
  kept: readonly TSESTree.Range[],
): boolean =>
  source
    .getAllComments()
    .some(
      ({ range }) =>
        range[0] < end && range[1] > start && !kept.some((k) => k[0] <= range[0] && range[1] <= k[1]),
    );

/** The end of the last token or comment before an offset. */
export function endBefore(source: Source, offset: number): number {
  let end = 0;
  for (const { range } of [...source.ast.tokens, ...source.getAllComments()])
    if (range[1] <= offset && range[1] > end) end = range[1];
  return end;
}

/** The end of an offset's line as far as only comments stand on it; the offset itself where more does. */
export function endOfLineComments(source: Source, offset: number): number {
  let end = offset;
  for (const { range, loc } of source.getAllComments()) {
    if (range[0] < end) continue;
    if (source.text.slice(end, range[0]).trim() !== '' || source.text.slice(end, range[0]).includes('\n'))
      break;
    if (loc.start.line !== loc.end.line) break;
    end = range[1];
  }
  const rest = source.text.slice(end).split('\n', 1)[0] ?? '';
  return rest.trim() === '' ? end : offset;
}

/** A statement with the comments that stand before it on lines of their own, and behind it on its line. */
export function rangeWithComments(source: Source, statement: TSESTree.Node): TSESTree.Range {
  let [start] = statement.range;
  if (isFirstOnLine(source, start)) {
    for (const comment of source.getCommentsBefore(statement).toReversed()) {
      if (!isFirstOnLine(source, comment.range[0])) break;
      [start] = comment.range;
    }
  }
  return [start, endOfLineComments(source, statement.range[1])];
}

/** Removes a range and, where nothing else stands on its lines, the lines with it. */
export function removedWithLine(source: Source, [start, end]: TSESTree.Range): Edit {
  const rest = source.text.slice(end).split('\n', 1)[0] ?? '';
  if (!isFirstOnLine(source, start) || rest.trim() !== '') {
    const gap = /^[\t ]*/.exec(source.text.slice(end))?.[0].length ?? 0;
    return removed([start, end + gap]);
  }
  return removed([lineStart(source, start), Math.min(end + rest.length + 1, source.text.length)]);
}

/** What has to stand between a statement's text and the next token, so that the two do not become one. */
export function separatorBefore(
  source: Source,
  statement: TSESTree.Node,
  next: TSESTree.Token | null,
): string {
  const last = source.getLastToken(statement);
  if (!last || last.value === ';' || last.value === '}') return '';
  return next && /^[([`+\-/*.,]/.test(next.value) ? ';' : '';
}

/** Adds a statement at the end of a block. */
export function appended(source: Source, block: TSESTree.BlockStatement, statement: string): Edit {
  const { newline, semicolon } = layoutOf(source);
  const close = block.range[1] - 1;
  const end = endBefore(source, close);
  const last = block.body.at(-1);
  const text = `${statement}${semicolon}`;
  const outer = indentAt(source, block.range[0]);
  if (last && block.loc.start.line === block.loc.end.line) {
    const separator = separatorAfter(source, last, semicolon);
    return { range: [end, close], pieces: [`${separator} ${text} `] };
  }
  const inner = innerIndent(source, block);
  return { range: [end, close], pieces: [`${newline}${inner}${text}${newline}${outer}`] };
}

/** How far the statements of a block are indented. */
export function innerIndent(source: Source, block: TSESTree.BlockStatement): string {
  const last = block.body.at(-1);
  return last && isFirstOnLine(source, last.range[0])
    ? indentAt(source, last.range[0])
    : indentAt(source, block.range[0]) + layoutOf(source).indent;
}

/** What has to stand behind a statement for another one to follow it on its line. */
const separatorAfter = (source: Source, statement: TSESTree.Node, semicolon: string): string => {
  const last = source.getLastToken(statement)?.value;
  return last === ';' || (last === '}' && semicolon === ';') ? '' : ';';
};

/** A range without the white space at its ends. */
export function trimmed(source: Source, [start, end]: TSESTree.Range): TSESTree.Range {
  const text = source.text.slice(start, end);
  return [start + text.length - text.trimStart().length, end - (text.length - text.trimEnd().length)];
}

/** The statements of a block, for the place of the statement that the block is part of. */
export function unblocked(source: Source, block: TSESTree.BlockStatement, statement: TSESTree.Node): Piece[] {
  const [start, end] = trimmed(source, [block.range[0] + 1, block.range[1] - 1]);
  const inner = isFirstOnLine(source, start) ? indentAt(source, start) : indentAt(source, statement.range[0]);
  return reindented(source, [start, end], inner, indentAt(source, statement.range[0]));
}

/** Whether a block declares names of its own, so that its statements cannot stand elsewhere just so. */
export const declaresNames = (statements: StatementList): boolean =>
  statements.some(
    (statement) =>
      statement.type === T.FunctionDeclaration ||
      statement.type === T.ClassDeclaration ||
      (statement.type === T.VariableDeclaration && statement.kind !== 'var') ||
      statement.type.startsWith('TS'),
  );

/** The innermost function with a name that a node stands in: not a callback that is written where it is given away. */
export function namedFunction(node: TSESTree.Node): FunctionNode | undefined {
  let found: FunctionNode | undefined;
  for (let at: TSESTree.Node | undefined = node; at; at = at.parent) {
    if (!isFunction(at)) continue;
    found = at;
    if (at.parent.type !== T.CallExpression && at.parent.type !== T.NewExpression) return at;
  }
  return found;
}
