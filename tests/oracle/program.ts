import { SourceMap, type SourceMapPayload } from 'node:module';
import vm from 'node:vm';
import ts from 'typescript';

/** What a program reaches beside the language's own globals. */
export interface Surroundings {
  readonly require: (specifier: string) => unknown;
  readonly process: unknown;
  readonly console: unknown;
  /** Further names that the program finds, by name. */
  readonly globals?: Readonly<Record<string, unknown>>;
}

/** A program that can be run again and again, each time as a new module. */
export interface Program {
  readonly name: string;
  /** Runs the top level. Gives the exports at once, and a promise of the top level's end. */
  instantiate(surroundings: Surroundings): { readonly exports: object; readonly done: Promise<void> };
  /** The line of the program's own text for a line of what was compiled. */
  lineOf(line: number, column: number): number;
}

const PARAMETERS = ['exports', 'module', 'require', 'process', 'console', '__meta', '__globals'];

type Body = (this: Helpers, ...args: unknown[]) => Promise<void>;

/** The program's top level is the body of an asynchronous function, so that it may await. */
function bodyOf(code: string, name: string): Body {
  return vm.compileFunction(`return (async () => {${code}\n})();`, PARAMETERS, { filename: name }) as Body;
}

function programOf(
  name: string,
  code: string,
  lineOf: (line: number, column: number) => number,
  globals: readonly string[] = [],
  helpers: Helpers = {},
): Program {
  const names = globals.length > 0 ? `const {${globals.join()}}=__globals;` : '';
  let body: Body | undefined;
  return {
    name,
    instantiate({ require, process, console, globals: given = {} }) {
      body ??= bodyOf(names + code, name);
      const module = { exports: {} };
      // It is what the process was started with.
      const requiring = Object.assign((specifier: string) => require(specifier), { main: module });
      const done = body.call(
        helpers,
        module.exports,
        module,
        requiring,
        process,
        console,
        { url: `file:///${name}`, dirname: '/', filename: `/${name}` },
        given,
      );
      return {
        get exports() {
          return module.exports;
        },
        done,
      };
    },
    lineOf,
  };
}

/** A program of plain CommonJS JavaScript, which is run as it stands. */
export function plainProgram(name: string, code: string): Program {
  return programOf(name, code, (line) => line);
}

const COMPILER: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.CommonJS,
  esModuleInterop: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: false,
  useDefineForClassFields: false,
  jsx: ts.JsxEmit.React,
  sourceMap: true,
  allowJs: true,
};

/** Whether a program has decorators as the language has them, and not TypeScript's own. */
const hasOwnDecorators = (text: string): boolean => /\bClass\w*DecoratorContext\b/.test(text);

/** Helpers that TypeScript's output takes from `this`, where there are some. */
type Helpers = Readonly<Record<string, unknown>>;

/**
 * A program of any kind: TypeScript or JavaScript, an ES module or CommonJS, with or without decorators.
 *
 * @param globals - The names that the surroundings' globals have for it.
 * @param helpers - In place of TypeScript's own helpers (`__decorate`).
 */
export function compiledProgram(
  name: string,
  source: string,
  globals: readonly string[] = [],
  helpers: Helpers = {},
): Program {
  const text = source
    .replace(/\bimport\.meta\b/g, '__meta')
    // Compiled code has one.
    .replace(/\bconst require = (?=createRequire\()/, 'const __own = ');
  const { outputText, sourceMapText } = ts.transpileModule(text, {
    fileName: name.replace(/\.(mjs|cjs)$/, '.js').replace(/\.(mts|cts)$/, '.ts'),
    compilerOptions: { ...COMPILER, experimentalDecorators: !hasOwnDecorators(text) },
  });
  const map =
    sourceMapText === undefined ? undefined : new SourceMap(JSON.parse(sourceMapText) as SourceMapPayload);
  const code = outputText.replace(/^\/\/# sourceMappingURL=.*$/m, '');
  const lineOf = (line: number, column: number): number => {
    const entry = map?.findEntry(line - 1, column - 1);
    return entry && 'originalLine' in entry ? entry.originalLine + 1 : line;
  };
  return programOf(name, code, lineOf, globals, helpers);
}
