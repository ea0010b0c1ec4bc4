import kafkaTransactions from 'eslint-plugin-kafka-transactions';
import { defineConfig } from 'eslint/config';

export default defineConfig([
  {
    files: ['src/**/*.js'],
    extends: [kafkaTransactions.configs.recommended],
  },
]);
