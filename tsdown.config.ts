import { defineConfig, type UserConfig } from 'tsdown';

const shared = {
  platform: 'node',
  target: 'es2022',
  fixedExtension: false,
} as const satisfies UserConfig;
const modules = { index: 'src/index.ts', taxonomy: 'src/taxonomy-table.ts' };

export default defineConfig([
  // The command line shares its code with the plugin.
  {
    ...shared,
    entry: { ...modules, 'kafka-transactions': 'src/cli/kafka-transactions.ts' },
    format: 'esm',
    dts: true,
    clean: true,
  },
  { ...shared, entry: modules, format: 'cjs', dts: true, clean: false },
]);
