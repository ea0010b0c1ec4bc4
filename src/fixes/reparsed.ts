import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { TSESLint } from '@typescript-eslint/utils';

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
  let captured: Source | undefined;
  try {
    linter ??= new TSESLint.Linter({ configType: 'flat' });
    const extension = extname(context.filename) || '.js';
    const { parserOptions, ecmaVersion, sourceType, globals } = context.languageOptions as Options;
    const parser = parserFor(extension, context);
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
  } catch {
    return undefined;
  }
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
