const kafkaTransactions = require('eslint-plugin-kafka-transactions');
const { defineConfig } = require('eslint/config');

module.exports = defineConfig([
  {
    files: ['src/**/*.js'],
    extends: [kafkaTransactions.configs.recommended],
    languageOptions: { sourceType: 'commonjs' },
  },
]);
