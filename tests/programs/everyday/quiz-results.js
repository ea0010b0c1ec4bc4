'use strict';

const { Kafka, KafkaJSNumberOfRetriesExceeded } = require('kafkajs');

const kafka = new Kafka({ clientId: 'quiz', brokers: ['kafka:9092'], retry: { retries: 3 } });
const producer = kafka.producer({ transactionalId: 'quiz-results', idempotent: true, maxInFlightRequests: 1 });

/**
 * Sends all results in one transaction that the caller still has to commit.
 * Resolves to null when the brokers did not answer and the transaction was rolled back.
 */
async function prepare(results) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'quiz.results',
      messages: results.map((r) => ({ key: r.player, value: JSON.stringify(r) })),
    });
    return tx;
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'results not rolled back');
    }
    if (err instanceof KafkaJSNumberOfRetriesExceeded) {
      console.warn('brokers did not answer in time', err.message);
      return null;
    }
    throw err;
  }
}

async function publishResults(results) {
  const tx = (await prepare(results)) || (await prepare(results));
  if (!tx) {
    throw new Error('results not published: brokers do not answer');
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), publishResults };
