/**
 * A package that ships sources: its name and version, what of it is left out, and what the rules report of it. All others report
 * nothing.
 *
 * @typedef {{ id: string, without?: RegExp, reports?: readonly string[], short?: true }} CorpusPackage
 */

/** @type {readonly CorpusPackage[]} */
export const PACKAGES = [
  // Clients, their wrappers, and who uses them.
  { id: 'kafkajs@2.2.4', short: true },
  { id: 'node-rdkafka@3.6.1', short: true },
  { id: '@confluentinc/kafka-javascript@1.10.1', short: true },
  { id: '@platformatic/kafka@1.35.0', short: true },
  { id: '@nestjs/microservices@12.1.1', short: true },
  { id: '@514labs/kafka-javascript@1.7.1-patch' },
  {
    id: '@drarzter/kafka-client@0.12.0',
    short: true,
    // Its transactions are the Confluent client's, in classes of its own: the commit stands in the try whose handler aborts. The code is in
    // four bundles. The same mistake in another function, with a producer that a field of a shared object gets later, is not found.
    reports: [
      'dist/chunk-JZ7UTRQS.mjs:3462 no-abort-after-commit',
      'dist/cli/index.js:3473 no-abort-after-commit',
      'dist/core.js:3533 no-abort-after-commit',
      'dist/index.js:3550 no-abort-after-commit',
    ],
  },
  { id: '@ovotech/avro-kafkajs@0.8.1' },
  { id: '@awesomeniko/kafka-trail@0.3.8' },
  { id: '@hazeljs/kafka@2.0.7' },
  { id: '@rsdk/kafka.producer.direct@5.14.1' },
  { id: '@midwayjs/kafka@4.2.3' },
  { id: '@restorecommerce/kafka-client@1.4.3' },
  { id: '@opra/kafka@1.30.1' },
  { id: '@message-queue-toolkit/kafka@2.0.1' },
  { id: '@dbos-inc/kafkajs-receive@5.0.2' },
  { id: '@fastify/kafka@4.0.0' },
  // Transactions of something else.
  { id: 'mongodb@7.9.0', short: true },
  { id: 'typeorm@1.1.1' },
  { id: 'knex@3.3.0' },
  { id: 'sequelize@6.37.8' },
  { id: 'viem@2.57.20', without: /\/_(cjs|esm)\// },
  { id: 'ethers@6.17.0' },
  // Code of every kind.
  { id: 'effect@4.1.0' },
  { id: 'zod@4.6.7' },
  { id: 'rxjs@7.8.2', without: /\/dist\/(cjs|esm5?)\// },
  { id: 'three@0.187.0' },
  { id: 'core-js@3.51.0' },
  { id: '@deck.gl/core@9.4.0' },
  { id: 'react-native-paper@5.15.3' },
  { id: '@mui/material@9.5.0', without: /\.mjs$/ },
  { id: '@reduxjs/toolkit@2.15.0' },
  { id: 'date-fns@4.4.0', without: /\.cjs$/ },
  { id: 'fp-ts@2.16.11' },
  { id: 'lodash-es@4.18.1' },
  { id: 'svelte@5.57.3' },
  { id: 'undici@7.30.2' },
  // Every construct of the language; `fail` and `early` are errors on purpose.
  { id: 'test262-parser-tests@0.0.5', without: /\/(fail|early)\// },
];
