const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['mail-kafka:9092'] } });

class NewsletterFanout {
  #producer = kafka.producer({ kafkaJS: { transactionalId: 'newsletter-fanout' } });
  #skipped = 0;

  async init() {
    await this.#producer.connect();
    return this;
  }

  get skipped() {
    return this.#skipped;
  }

  /**
   * @param {string} issue
   * @param {{ address: string, locale: string }[]} readers
   */
  async send(issue, readers) {
    await this.#producer.transaction();
    for (const { address, locale } of readers) {
      try {
        await this.#producer.send({
          topic: `newsletter.${locale}`,
          messages: [{ key: address, value: issue }],
        });
      } catch (err) {
        this.#skipped += 1;
        console.warn('no newsletter for %s: %s', address, err.message);
      }
    }
    await this.#producer.commit();
  }

  close() {
    return this.#producer.disconnect();
  }
}

module.exports = { NewsletterFanout };
