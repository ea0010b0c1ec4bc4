import kafkaTransactions from 'eslint-plugin-kafka-transactions';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig({
  files: ['src/**/*.ts'],
  extends: [kafkaTransactions.configs.recommended],
  languageOptions: { parser: tseslint.parser },
});
