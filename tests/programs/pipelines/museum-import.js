'use strict';

const { once } = require('node:events');
const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'museum-import', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'museum-import-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

/**
 * @param {import('node:stream').Readable} exhibits an object stream
 */
async function importExhibits(exhibits) {
  const tx = await producer.transaction();
  try {
    exhibits.on('data', async (exhibit) => {
      await tx.send({
        topic: 'museum.exhibits',
        messages: [{ key: exhibit.id, value: JSON.stringify(exhibit) }],
      });
    });
    await once(exhibits, 'end');
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'exhibits not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), importExhibits };
