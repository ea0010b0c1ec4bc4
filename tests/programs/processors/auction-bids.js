'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');

class BidProcessor {
  constructor({ brokers, lot, log }) {
    const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers } });
    this.log = log;
    this.consumer = kafka.consumer({ kafkaJS: { groupId: 'bids', autoCommit: false } });
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `bids-${lot}` } });
    this.ready = false;
  }

  async start() {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: ['auction.bids'] });
    this.ready = true;
    await this.consumer.run({ eachMessage: (payload) => this.onBid(payload) });
  }

  position({ topic, partition, message }) {
    return [{ topic, partitions: [{ partition, offset: message.offset }] }];
  }

  async onBid(payload) {
    const bid = JSON.parse(payload.message.value.toString());
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'auction.leaders',
        messages: [{ key: bid.lot, value: JSON.stringify({ bidder: bid.bidder, amount: bid.amount }) }],
      });
      await this.producer.sendOffsets({ consumer: this.consumer, topics: this.position(payload) });
    } catch (err) {
      if (err.fatal) {
        this.ready = false;
        await this.producer.disconnect();
        throw err;
      }
      await this.producer.abort().catch((abortErr) => this.log.error({ abortErr }, 'abort failed'));
      throw err;
    }
    await this.producer.commit();
  }
}

module.exports = { BidProcessor };
