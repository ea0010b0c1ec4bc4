import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { TSESLint, type TSESTree } from '@typescript-eslint/utils';
import { childrenOf } from '../model/syntax.js';

type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;
type Source = Readonly<TSESLint.SourceCode>;

/** What ties a parser to a project on disk: a changed text is in none. */
const PROJECT_OPTIONS = [
  'project',
  'projectService',
  'program',
  'programs',
  'EXPERIMENTAL_useProjectService',
];

const NAME = 'captured';

let linter: TSESLint.Linter | undefined;

/**
 * Parses a changed text as its file was parsed.
 *
 * @param text - The changed text.
 * @param context - The context of a rule that lints the file.
 * @returns The parsed text; undefined where it does not parse, or where whoever lints has no parser to lend.
 */
export function reparsed(text: string, context: Context): Source | undefined {
  try {
    const extension = extname(context.filename) || '.js';
    const options = context.languageOptions as Options;
    const parser = parserFor(extension, context);
    return readBy(parser, text, extension, options) ?? readByLinter(parser, text, extension, options);
  } catch {
    return undefined;
  }
}

/**
 * Reads a text with a parser that finds the scopes, too, as ESLint would, but without what ESLint does next: going through the
 * whole tree for its code paths. Undefined for a parser that leaves scopes to ESLint.
 *
 * @throws Whatever the parser throws about a text that it cannot read.
 */
function readBy(
  parser: Parser | undefined,
  text: string,
  extension: string,
  { parserOptions, ecmaVersion, sourceType }: Options,
): Source | undefined {
  if (!parser || !('parseForESLint' in parser)) return undefined;
  const { ast, scopeManager, visitorKeys, services } = parser.parseForESLint(text.replace(/^#!/, '//'), {
    ...without(parserOptions ?? {}, PROJECT_OPTIONS),
    loc: true,
    range: true,
    tokens: true,
    comment: true,
    filePath: `${NAME}${extension}`,
    ...(ecmaVersion === undefined ? {} : { ecmaVersion }),
    ...(sourceType === undefined ? {} : { sourceType }),
  });
  if (!scopeManager || !visitorKeys) return undefined;
  const source = new TSESLint.SourceCode({
    text,
    ast: ast as TSESLint.SourceCode.Program,
    scopeManager,
    visitorKeys,
    parserServices: services ?? {},
  } as TSESLint.SourceCode.SourceCodeConfig) as Source;
  setParents(source.ast, source.visitorKeys);
  return source;
}

/** Tells every node what it is part of, as ESLint does before rules see a tree. */
function setParents(root: TSESTree.Node, keys: Parameters<typeof childrenOf>[1]): void {
  const stack: TSESTree.Node[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    for (const child of childrenOf(node, keys)) {
      (child as { parent: TSESTree.Node }).parent = node;
      stack.push(child);
    }
  }
}

function readByLinter(
  parser: Parser | undefined,
  text: string,
  extension: string,
  { parserOptions, ecmaVersion, sourceType, globals }: Options,
): Source | undefined {
  let captured: Source | undefined;
  linter ??= new TSESLint.Linter({ configType: 'flat' });
  const messages = linter.verify(
    text,
    [
      {
        files: [`**/*${extension}`],
        languageOptions: {
          ...(parser ? { parser } : {}),
          ...(ecmaVersion === undefined ? {} : { ecmaVersion }),
          ...(sourceType === undefined ? {} : { sourceType }),
          ...(globals ? { globals } : {}),
          parserOptions: without(parserOptions ?? {}, PROJECT_OPTIONS),
        },
        linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
        plugins: {
          [NAME]: {
            rules: {
              [NAME]: {
                create: ({ sourceCode }: Context) => {
                  captured = sourceCode;
                  return {};
                },
              },
            },
          },
        },
        rules: { [`${NAME}/${NAME}`]: 'error' },
      } as unknown as TSESLint.FlatConfig.Config,
    ],
    { filename: `${NAME}${extension}` },
  );
  return messages.some(({ fatal }) => fatal) ? undefined : captured;
}

type Options = Partial<TSESLint.FlatConfig.LanguageOptions>;
type Parser = NonNullable<Options['parser']>;

/** Whether the file was read by a parser that lends itself to nobody: oxlint's, which throws when it is called. */
export const keepsItsParser = ({ languageOptions }: Context): boolean =>
  (languageOptions as { readonly parser?: { readonly name?: unknown } }).parser?.name === 'oxlint';

/**
 * What reads a changed text: the parser that has read the file, or, where that one cannot be had, the one that ESLint's users take for
 * such a file. Undefined for ESLint's own.
 */
function parserFor(extension: string, context: Context): Parser | undefined {
  if (!keepsItsParser(context)) return (context.languageOptions as Options).parser;
  return /^\.[cm]?tsx?$/.test(extension) ? typescriptParser() : undefined;
}

/** The parser for TypeScript, which is not installed for JavaScript alone. */
const typescriptParser = (): Parser => createRequire(import.meta.url)('@typescript-eslint/parser') as Parser;

const without = (options: object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(options).filter(([key]) => !keys.includes(key)));
