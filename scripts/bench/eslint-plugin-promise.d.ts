// The package has no declarations of its own.
declare module 'eslint-plugin-promise' {
  import type { ESLint, Linter } from 'eslint';

  const plugin: ESLint.Plugin & { configs: { 'flat/recommended': Linter.Config } };
  export default plugin;
}
