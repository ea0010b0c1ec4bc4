'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');

/**
 * One producer a call: slower than a long-lived one, but whatever happens inside, it is closed
 * on the way out, and the next call's connect() fences whatever the last one has left behind.
 *
 * @param {KafkaJS.Kafka} kafka
 * @param {string} county
 */
module.exports = function landRegistry(kafka, county) {
  /**
   * @template T
   * @param {(producer: KafkaJS.Producer) => Promise<T>} use
   * @returns {Promise<T>}
   */
  async function withProducer(use) {
    const producer = kafka.producer({ kafkaJS: { transactionalId: `land-registry-${county}`, idempotent: true } });
    await producer.connect();
    try {
      return await use(producer);
    } finally {
      await producer.disconnect().catch((err) => console.warn('registry: disconnect failed', err));
    }
  }

  const entry = (deed) => ({ key: deed.parcel, value: JSON.stringify(deed) });

  return {
    /** Rejects when the deeds were not recorded, or when nobody can tell whether they were. */
    record(deeds) {
      return withProducer(async (producer) => {
        await producer.transaction();
        // No abort in here: closing gives the open transaction up as well.
        await producer.send({ topic: 'registry.deeds', messages: deeds.map(entry) });
        await producer.send({
          topic: 'registry.parcels',
          messages: deeds.map((deed) => ({ key: deed.parcel, value: deed.owner })),
        });
        await producer.commit();
        return deeds.length;
      });
    },
  };
};
