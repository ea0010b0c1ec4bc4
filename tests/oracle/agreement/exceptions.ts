/** Why what is reported and what a run shows may differ. */
const WHY = {
  noReason:
    "node-rdkafka's delivery reports do not say why a record was not delivered. The profile has the codes that Confluent's package gives for the same call.",
  noCode:
    'The client has no such constant, so that an error without a code equals it. The run makes such an error; the client does not.',
  noneWaits:
    'Somebody else fills the list of those who wait for the outcome; here it is empty, and nobody is told.',
  givenBack: 'An error that a helper gives back is taken to be told, whatever is done with what it gave.',
  library: 'It is made of a library that is not installed, whose stand-in does not do what the library does.',
} as const;

/** Programs whose reports and runs differ, by name, and why that is right. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'tests/programs/correct/gift-cards-transaction-nestjs.service.ts':
    "It takes what `unwrap()` of NestJS's client gives for a list. In NestJS 12 it is kafkajs itself, so that nothing of it runs.",
  'tests/programs/mistakes/kiln-temperatures.js': WHY.noCode,
  'tests/programs/workers/blood-bank.js': WHY.noCode,
  'examples/enrichment-pipeline/src/mistakes/close-sessions.js': WHY.noReason,
  'tests/programs/teams/ticket-scans.js': WHY.noReason,
  'tests/programs/edge-cases/deferred-promise-resolve-reject-stored.ts': WHY.noneWaits,
  'tests/programs/edge-cases/foreach-reject.ts': WHY.noneWaits,
  'tests/programs/edge-cases/listeners-get-the-error.ts': WHY.noneWaits,
  'tests/programs/edge-cases/neverthrow.ts': WHY.library,
  'tests/programs/edge-cases/await-bluebird-resolve-tx-send-topic-t.ts': WHY.library,
  'tests/programs/client-facts/quarry-trucks.mjs': WHY.noCode,
  'tests/programs/domains/port-pilots.ts': WHY.noCode,
  'tests/programs/teams/bakery-orders.js': WHY.noCode,
  'tests/programs/edges/pos-receipts.js': WHY.noCode,
  'tests/programs/textbook/ledger-forwarder.js': WHY.noCode,
  'tests/programs/textbook/webhook-outbox.js':
    'Who calls the method in the file closes the producer when it fails. A run calls it by itself, too, as nobody in view does.',
  'tests/programs/client-facts/garden-hoses.ts': 'A field whose name is a symbol is not followed.',
  'tests/programs/mixtures/insurance-quotes.ts': WHY.library,
  'tests/programs/edge-cases/event-listeners.ts':
    'A timer goes on with the producer that an event has found unusable. Each is a call from outside, and the analysis carries no state from one to the other.',
  'tests/programs/edge-cases/inline-json-stringify-os-loadavg.ts':
    'What is sent is measured anew each time. The stand-in gives the same twice, as if it were sent again.',
  'tests/programs/companies/airmiles-accrual.mjs':
    "The loop's promise is kept in a private field, for who stops it. A run cannot see that somebody waits for it.",
  'tests/programs/data-flow/fern-nursery.ts': 'What an AsyncLocalStorage holds is not followed.',
  'tests/programs/data-flow/tapestry.service.ts': WHY.givenBack,
  'tests/programs/habits/scoreboard-result.ts': WHY.givenBack,
  'tests/programs/habits/kiosk-neverthrow.ts': WHY.library,
};

/** What a run cannot give to a program, so that some of its calls are not made. */
const MISSING = {
  form: 'text or numbers of a certain form, which stand-ins have not',
  order: 'calls in an order that a framework knows',
  library: 'a library that is not installed',
  client: 'a client: a test has mocks in its place',
  failure: 'a failure of what cannot fail here',
} as const;

/** Programs of which some calls are not made, and for want of what. What the others show is compared. */
export const NOT_WHOLE: Readonly<Record<string, string>> = {
  'tests/programs/mistakes/scale-tickets.ts': MISSING.failure,
  'tests/programs/edges/invoice-router.ts': MISSING.form,
  'tests/programs/habits/seismic-taskeither.ts': MISSING.library,
  'tests/programs/near-misses/poison-letters.mjs': MISSING.form,
  'tests/programs/near-misses/poison-records.ts': MISSING.form,
  'tests/programs/near-misses/transaction.interceptor.ts': MISSING.order,
  'tests/programs/near-misses/renewed-in-field.js': MISSING.order,
  'tests/programs/mixtures/csv-stream-import.ts': MISSING.library,
  'tests/programs/mixtures/sensor-validation.ts': MISSING.library,
  'tests/programs/workers/museum-loans.js': MISSING.form,
  'tests/programs/workers/nightly-jobs.ts': MISSING.form,
  'tests/programs/edge-cases/beforeeach-let-producer.ts': MISSING.library,
  'tests/programs/edge-cases/jest-tests.test.ts': MISSING.library,
  'tests/programs/ways/g3-12-error-event.ts': MISSING.order,
  'tests/programs/everyday/ledger-publisher.test.ts': MISSING.client,
  'tests/programs/data-flow/gondola-lifts.ts': MISSING.form,
  'tests/programs/edge-cases/crash-var-consumer-consumer.js': MISSING.form,
  'tests/programs/edge-cases/decorator.ts': MISSING.order,
  'tests/programs/edge-cases/either.ts': MISSING.library,
  'tests/programs/edge-cases/emit-error-process-exit-exitcode.ts': MISSING.order,
  'tests/programs/edge-cases/interceptors-observable-nest.ts': MISSING.order,
  'tests/programs/edge-cases/streams-writable-pipeline.ts': MISSING.order,
  'tests/programs/edge-cases/nested-dlq-fresh-producer-etc.ts': MISSING.form,
};
