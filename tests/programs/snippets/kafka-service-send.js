const { Kafka, logLevel } = require('kafkajs');

/**
 * Thin wrapper so that the rest of the app doesn't have to know about Kafka.
 * Usage: const kafka = new KafkaService(config); await kafka.start();
 */
class KafkaService {
  #producer;

  constructor({ brokers, clientId, instance }) {
    const kafka = new Kafka({ brokers, clientId, logLevel: logLevel.WARN });
    this.#producer = kafka.producer({
      transactionalId: `${clientId}-tx-${instance}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  start() {
    return this.#producer.connect();
  }

  stop() {
    return this.#producer.disconnect();
  }

  async sendTransactional(records) {
    const transaction = await this.#producer.transaction();
    try {
      for (const { topic, key, payload } of records) {
        await transaction.send({
          topic,
          messages: [{ key, value: JSON.stringify(payload) }],
        });
      }
      await transaction.commit();
      console.log(`[kafka] committed ${records.length} record(s)`);
    } catch (error) {
      console.error('[kafka] transaction failed, rolling back', error);
      await transaction.abort();
      throw error;
    }
  }
}

module.exports = KafkaService;
