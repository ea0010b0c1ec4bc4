import { AST_NODE_TYPES as T, AST_TOKEN_TYPES, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { inOrder, type Change, type Piece } from './change.js';

type Source = Readonly<TSESLint.SourceCode>;

/** How a file is written. */
export interface Layout {
  /** One level of indentation. */
  readonly indent: string;
  readonly newline: string;
  readonly quote: "'" | '"';
  /** What ends a statement. */
  readonly semicolon: ';' | '';
}

const layouts = new WeakMap<object, Layout>();

/** How a file is written, as most of it is. */
export function layoutOf(source: Source): Layout {
  let layout = layouts.get(source);
  if (!layout) {
    layout = {
      indent: indentOf(source),
      newline: source.text.includes('\r\n') ? '\r\n' : '\n',
      quote: quoteOf(source),
      semicolon: endsWithSemicolons(source) ? ';' : '',
    };
    layouts.set(source, layout);
  }
  return layout;
}

/** The step in indentation that most lines take that are deeper than the one before. */
function indentOf(source: Source): string {
  const steps = new Map<string, number>();
  let last = '';
  for (const line of source.lines) {
    if (line.trim() === '' || /^\s*\*/.test(line)) continue;
    const [indent = ''] = /^[\t ]*/.exec(line) ?? [];
    if (indent.length > last.length && indent.startsWith(last)) {
      const step = indent.slice(last.length);
      steps.set(step, (steps.get(step) ?? 0) + 1);
    }
    last = indent;
  }
  return [...steps].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '  ';
}

function quoteOf(source: Source): "'" | '"' {
  const strings = source.ast.tokens.filter((token) => token.type === AST_TOKEN_TYPES.String);
  return strings.filter(({ value }) => value.startsWith('"')).length * 2 > strings.length ? '"' : "'";
}

const ENDED = new Set<string>([
  T.ExpressionStatement,
  T.ReturnStatement,
  T.ThrowStatement,
  T.VariableDeclaration,
  T.ImportDeclaration,
]);

function endsWithSemicolons(source: Source): boolean {
  let ended = 0;
  let bare = 0;
  const count = (statements: readonly TSESTree.Node[]): void => {
    for (const statement of statements) {
      if (!ENDED.has(statement.type)) continue;
      if (source.getLastToken(statement)?.value === ';') ended += 1;
      else bare += 1;
    }
  };
  count(source.ast.body);
  for (const scope of source.scopeManager?.scopes ?? []) {
    const { block } = scope;
    if (block.type === T.BlockStatement) count(block.body);
    else if ('body' in block && block.body && 'type' in block.body && block.body.type === T.BlockStatement)
      count(block.body.body);
  }
  return ended >= bare;
}

/** Where the line of an offset starts. */
export const lineStart = (source: Source, offset: number): number => {
  const newline = source.text.lastIndexOf('\n', offset - 1);
  return newline + 1;
};

/** The white space that the line of an offset starts with. */
export function indentAt(source: Source, offset: number): string {
  return /^[\t ]*/.exec(source.text.slice(lineStart(source, offset)))?.[0] ?? '';
}

/** Whether nothing but white space stands before an offset on its line. */
export const isFirstOnLine = (source: Source, offset: number): boolean =>
  source.text.slice(lineStart(source, offset), offset).trim() === '';

/** The offsets of the lines that start inside of a template or a comment: what stands there is no indentation. */
function startsInside(source: Source, offset: number): boolean {
  const token = source.getTokenByRangeStart(offset);
  if (token) return false;
  return source.ast.tokens.some(
    ({ type, range }) => type === AST_TOKEN_TYPES.Template && range[0] < offset && offset < range[1],
  );
}

/** A range of the text with the indentation of its lines, but not of the first, changed from one to another. */
export function reindented(source: Source, [start, end]: TSESTree.Range, from: string, to: string): Piece[] {
  if (from === to) return [[start, end]];
  const pieces: Piece[] = [];
  let at = start;
  for (;;) {
    const newline = source.text.indexOf('\n', at);
    if (newline < 0 || newline + 1 >= end) break;
    const line = newline + 1;
    pieces.push([at, line]);
    at = line;
    const isBlank = /^\s*\r?$/.test(source.text.slice(line).split('\n', 1)[0] ?? '');
    if (startsInside(source, line) || isBlank) continue;
    if (source.text.startsWith(from, line)) {
      pieces.push(to);
      at = Math.min(line + from.length, end);
    }
  }
  pieces.push([at, end]);
  return pieces;
}

/**
 * A range of the text with some edits in it done and the indentation of its lines, but not of the first, changed from one to
 * another.
 */
export function rebuilt(
  source: Source,
  [start, end]: TSESTree.Range,
  edits: Change,
  from: string,
  to: string,
): Piece[] {
  const pieces: Piece[] = [];
  const keep = (a: number, b: number): void => {
    if (a >= b) return;
    // What follows an edit that took whole lines starts with indentation.
    const isLineStart = a > start && a === lineStart(source, a) && source.text.startsWith(from, a);
    if (isLineStart && from !== to) {
      pieces.push(to, ...reindented(source, [Math.min(a + from.length, b), b], from, to));
    } else pieces.push(...reindented(source, [a, b], from, to));
  };
  let at = start;
  for (const edit of inOrder(edits)) {
    keep(at, edit.range[0]);
    for (const piece of edit.pieces) {
      const isIndent = typeof piece === 'string' && piece.startsWith(from) && endsLine(source, pieces.at(-1));
      if (isIndent) pieces.push(to + piece.slice(from.length));
      else if (typeof piece === 'string') pieces.push(piece.replaceAll(`\n${from}`, `\n${to}`));
      else pieces.push(...reindented(source, piece, from, to));
    }
    at = Math.max(at, edit.range[1]);
  }
  keep(at, end);
  return pieces;
}

const endsLine = (source: Source, piece: Piece | undefined): boolean =>
  piece !== undefined && (typeof piece === 'string' ? piece : source.text.slice(...piece)).endsWith('\n');
