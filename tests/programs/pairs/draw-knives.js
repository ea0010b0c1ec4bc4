const retry = require('async-retry');
const { Kafka, KafkaJSNumberOfRetriesExceeded } = require('kafkajs');

const producer = new Kafka({ clientId: 'draw-knives', brokers: ['tools:9092'] }).producer({
  transactionalId: 'draw-knives-sharpening',
  idempotent: true,
  maxInFlightRequests: 1,
});

/**
 * One try. `bail` ends the retrying: everything does, except a send that kafkajs has given up on
 * and whose transaction is rolled back.
 */
async function publishOnce(knives, bail) {
  let tx;
  try {
    tx = await producer.transaction();
  } catch (err) {
    bail(err);
    return;
  }

  try {
    await tx.send({ topic: 'tools.sharpened', messages: knives.map(({ serial, angle }) => ({ key: serial, value: String(angle) })) });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      bail(new AggregateError([err, abortErr], 'knives neither published nor rolled back'));
      return;
    }
    if (err instanceof KafkaJSNumberOfRetriesExceeded) throw err;
    bail(err);
    return;
  }

  try {
    await tx.commit();
  } catch (err) {
    bail(err);
  }
}

exports.publishKnives = (knives) => retry((bail) => publishOnce(knives, bail), { retries: 3 });
exports.connect = () => producer.connect();
