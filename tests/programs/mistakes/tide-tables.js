const { Kafka, KafkaJSRequestTimeoutError } = require('kafkajs');

/** @typedef {import('kafkajs').Producer} Producer */

/**
 * @param {Producer} producer
 * @param {string} port
 * @param {{ at: string, centimetres: number }[]} tides
 */
async function publishTides(producer, port, tides) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'tides',
      messages: tides.map((tide) => ({ key: `${port}/${tide.at}`, value: String(tide.centimetres) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      if (abortErr instanceof KafkaJSRequestTimeoutError) {
        await tx.abort().catch((again) => console.error('tides: second abort failed', again));
      } else {
        console.error('tides: abort failed', abortErr);
      }
    }
    throw err;
  }
  await tx.commit();
}

exports.run = async function run(brokers, port, tides) {
  const producer = new Kafka({ clientId: 'tides', brokers }).producer({
    transactionalId: `tides-${port}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  try {
    await publishTides(producer, port, tides);
  } finally {
    await producer.disconnect();
  }
};
