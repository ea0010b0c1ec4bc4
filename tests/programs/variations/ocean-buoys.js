const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

class BuoyWriter {
  #producer;

  constructor({ brokers, ocean }) {
    this.#producer = new Kafka({ kafkaJS: { clientId: 'buoys', brokers } }).producer({
      kafkaJS: { transactionalId: `buoys-${ocean}` },
    });
  }

  open() {
    return this.#producer.connect();
  }

  async #giveUp(err) {
    if (err.abortable) {
      await this.#producer.abort().catch((abortErr) => console.error('buoys: abort failed', abortErr));
    } else {
      await this.#producer.disconnect().catch((closeErr) => console.error('buoys: not closed', closeErr));
    }
    throw err;
  }

  async write(waves) {
    await this.#producer.transaction();
    try {
      await this.#producer.send({
        topic: 'buoys.waves',
        messages: waves.map((wave) => ({ key: wave.buoy, value: String(wave.metres) })),
      });
    } catch (err) {
      await this.#giveUp(err);
    }
    try {
      await this.#producer.commit();
    } catch (err) {
      await this.#producer.disconnect();
      throw err;
    }
  }
}

module.exports = { BuoyWriter };
