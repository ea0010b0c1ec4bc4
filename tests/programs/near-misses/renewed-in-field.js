const { KafkaJS } = require('@confluentinc/kafka-javascript');

class Geocoder {
  /** @type {KafkaJS.Producer | undefined} */
  producer = undefined;
  generation = 0;

  constructor(kafka, consumer, lookup) {
    this.kafka = kafka;
    this.consumer = consumer;
    this.lookup = lookup;
  }

  async ready() {
    if (this.producer === undefined) {
      const producer = this.kafka.producer({ kafkaJS: { transactionalId: 'geocoder-0' } });
      await producer.connect();
      this.producer = producer;
      this.generation += 1;
    }
    return this.producer;
  }

  async discard() {
    const old = this.producer;
    this.producer = undefined;
    await old?.disconnect().catch((err) => console.warn('generation %d not closed', this.generation, err));
  }

  async eachMessage({ topic, partition, message }) {
    const place = await this.lookup(message.value.toString());
    const producer = await this.ready();
    let open = false;
    try {
      await producer.transaction();
      open = true;
      await producer.send({ topic: 'addresses.located', messages: [{ key: message.key, value: JSON.stringify(place) }] });
      await producer.sendOffsets({
        consumer: this.consumer,
        topics: [{ topic, partitions: [{ partition, offset: `${Number(message.offset) + 1}` }] }],
      });
      open = false;
      await producer.commit();
    } catch (err) {
      if (open) {
        await producer.abort().catch((abortErr) => console.warn('geocoder: abort failed', abortErr));
      }
      await this.discard();
      throw err;
    }
  }

  run() {
    return this.consumer.run({ eachMessage: this.eachMessage.bind(this) });
  }
}

module.exports = {
  geocoder: (brokers, consumer, lookup) =>
    new Geocoder(new KafkaJS.Kafka({ kafkaJS: { brokers } }), consumer, lookup),
};
