const { Kafka } = require('kafkajs');
const { classify } = require('./model');
const { logger, gauge } = require('./observability');

const GROUP = 'reviews-moderation';
const lag = gauge('reviews_lag');

class ReviewsModeration {
  constructor(config) {
    this.config = { deadLetters: 'reviews.dead', output: 'reviews.moderated', ...config };
    const kafka = new Kafka({ clientId: GROUP, brokers: this.config.brokers });
    this.producer = kafka.producer({
      transactionalId: `${GROUP}-${this.config.instance}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.consumer = kafka.consumer({ groupId: GROUP });
  }

  async start() {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: ['reviews.posted'] });
    await this.consumer.run({ autoCommit: false, eachBatch: this.eachBatch.bind(this) });
  }

  async stop() {
    await this.consumer.disconnect();
    await this.producer.disconnect();
  }

  async eachBatch({ batch, heartbeat }) {
    lag.set(Number(batch.offsetLag()));
    const transaction = await this.producer.transaction();
    try {
      for (const message of batch.messages) {
        let review;
        try {
          review = JSON.parse(message.value.toString());
        } catch (parseError) {
          logger.warn({ parseError, offset: message.offset }, 'unreadable review');
          await this.producer.send({
            topic: this.config.deadLetters,
            messages: [{ key: message.key, value: message.value }],
          });
          continue;
        }
        const verdict = await classify(review.text);
        await transaction.send({
          topic: this.config.output,
          messages: [{ key: message.key, value: JSON.stringify({ ...review, verdict }) }],
        });
        await heartbeat();
      }
      await transaction.sendOffsets({
        consumerGroupId: GROUP,
        topics: [
          {
            topic: batch.topic,
            partitions: [{ partition: batch.partition, offset: String(BigInt(batch.lastOffset()) + 1n) }],
          },
        ],
      });
    } catch (error) {
      await transaction.abort().catch((abortError) => logger.error({ abortError }, 'abort failed'));
      throw error;
    }
    await transaction.commit();
  }
}

module.exports = { ReviewsModeration };
