'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');

class PulpVat {
  constructor({ brokers, vat }) {
    this.vat = vat;
    this.producer = new KafkaJS.Kafka({ kafkaJS: { clientId: 'pulp-vat', brokers } }).producer({
      kafkaJS: { transactionalId: `pulp-vat-${vat}` },
    });
  }

  start() {
    return this.producer.connect();
  }

  stop() {
    return this.producer.disconnect();
  }

  /** Publishes a filling together with what went into it. */
  async publishFilling(filling) {
    const key = `${this.vat}/${filling.number}`;
    // resolves to the producer itself: there is no handle to keep
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'pulp.fillings',
        messages: [{ key, value: String(filling.litres) }],
      });
      await this.producer.send({
        topic: 'pulp.fibres',
        messages: filling.fibres.map((fibre) => ({ key, value: fibre })),
      });
    } catch (err) {
      await this.producer.abort().catch((abortErr) => console.error('filling not rolled back', abortErr));
      throw err;
    }
    await this.producer.commit();
  }
}

module.exports = PulpVat;
