'use strict';

const retry = require('async-retry');
const { Kafka, KafkaJSNumberOfRetriesExceeded } = require('kafkajs');

const kafka = new Kafka({ clientId: 'stamps', brokers: ['kafka-1:9092', 'kafka-2:9092'] });
const producer = kafka.producer({ transactionalId: 'stamp-catalogue', idempotent: true, maxInFlightRequests: 1 });

/** Marks what must never be done a second time. */
class FinalError extends Error {}

const isTransient = (err) => err instanceof KafkaJSNumberOfRetriesExceeded;

/** Retries `step` as long as its errors pass the filter. */
function persistently(filter, step) {
  return retry(
    async (bail) => {
      try {
        return await step();
      } catch (err) {
        if (!filter(err)) {
          bail(err);
          return undefined;
        }
        throw err;
      }
    },
    { retries: 3, minTimeout: 500 },
  );
}

async function writeIssue(issue) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'stamps.issues',
      messages: issue.stamps.map((stamp) => ({ key: stamp.number, value: JSON.stringify({ ...stamp, year: issue.year }) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new FinalError('issue not rolled back', { cause: new AggregateError([err, abortErr]) });
    }
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    throw new FinalError('issue perhaps published', { cause: err });
  }
}

exports.publishIssue = (issue) => persistently(isTransient, () => writeIssue(issue));
exports.connect = () => producer.connect();
