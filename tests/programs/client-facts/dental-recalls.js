const { Kafka, KafkaJSProtocolError } = require('kafkajs');

const PRODUCER_FENCED = 90;

class RecallWriter {
  #producer;

  constructor(brokers, practice) {
    const kafka = new Kafka({ clientId: 'recalls', brokers });
    this.#producer = kafka.producer({
      transactionalId: `dental-recalls-${practice}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  start() {
    return this.#producer.connect();
  }

  async write(recalls) {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({
        topic: 'recalls',
        messages: recalls.map((recall) => ({ key: recall.patient, value: recall.due })),
      });
    } catch (err) {
      if (err instanceof KafkaJSProtocolError && err.code === PRODUCER_FENCED) {
        await this.#producer.disconnect();
        throw new Error('another writer took over', { cause: err });
      }
      await tx.abort().catch((abortErr) => {
        throw new AggregateError([err, abortErr], 'recalls not rolled back');
      });
      throw err;
    }
    await tx.commit();
  }
}

module.exports = { RecallWriter };
