const { Kafka } = require('kafkajs');

/** What the rest of the shop sees of Kafka, whichever client is behind it. */
function createBackend({ brokers, shop }) {
  const producer = new Kafka({ clientId: 'saddlery', brokers }).producer({
    transactionalId: `saddlery-${shop}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  return {
    open: () => producer.connect(),
    begin: () => producer.beginTransaction(),
    close: () => producer.disconnect(),
  };
}

function createSaddlery(options, log = console) {
  const { open, begin: beginWork, close } = createBackend(options);

  async function order(saddles) {
    const work = await beginWork();
    try {
      for (const saddle of saddles) {
        await work.send({
          topic: 'saddlery.orders',
          messages: [{ key: saddle.horse, value: JSON.stringify(saddle) }],
        });
      }
    } catch (err) {
      await work.abort().catch((abortErr) => log.error('abort failed', abortErr));
      throw err;
    }
    await work.commit();
  }

  return { open, order, close };
}

module.exports = { createSaddlery };
