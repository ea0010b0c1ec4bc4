import { Linter } from 'eslint';
import plugin from '../../../src/index.js';
import type { Explored } from '../comparison/explored.js';
import { runsOf } from './disagreement.js';
import type { GeneratedProgram } from './program-text.js';

const linter = new Linter();

const prefix = 'kafka-transactions';
const config: Linter.Config = {
  languageOptions: { sourceType: 'commonjs' },
  plugins: { [prefix]: plugin },
  rules: Object.fromEntries(Object.keys(plugin.rules).map((name) => [`${prefix}/${name}`, 'error'] as const)),
};

/** A program's text when every fix of every rule is applied, until there is none; undefined where there is none at all. */
export function fixedText({ text }: GeneratedProgram): string | undefined {
  const { fixed, output } = linter.verifyAndFix(text, [config]);
  return fixed ? output : undefined;
}

/** The invariants that runs have broken, each with the row of the error behind it. */
const brokenIn = ({ shown }: Explored, withLesser: boolean): ReadonlySet<string> =>
  new Set(
    shown
      .filter(({ isLesser }) => withLesser || isLesser !== true)
      .map(({ invariant, error }) => `${invariant} for ${error?.fault?.variant.row ?? 'any error'}`),
  );

/** What a program breaks with its fixes applied that it did not break before; undefined for a program without a fix. */
export async function brokenByFixes(program: GeneratedProgram): Promise<string[] | undefined> {
  const text = fixedText(program);
  if (text === undefined) return undefined;
  const before = brokenIn(await runsOf(program), true);
  // The changed text may make tests of which the program's own list does not know.
  const after = brokenIn(await runsOf({ ...program, text }, false), false);
  return [...after].filter((what) => !before.has(what));
}
