'use strict';

const { Kafka } = require('kafkajs');

class LaundryLockers {
  constructor({ brokers, groupId = 'laundry-lockers' }) {
    const kafka = new Kafka({ clientId: groupId, brokers });
    this.consumer = kafka.consumer({ groupId });
    this.producer = kafka.producer({
      transactionalId: `${groupId}-producer`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async run() {
    await this.consumer.connect();
    await this.producer.connect();
    await this.consumer.subscribe({ topics: ['laundry.returned'] });
    await this.consumer.run({ autoCommit: false, eachMessage: (payload) => this.assign(payload) });
  }

  async assign({ topic, partition, message }) {
    const bag = JSON.parse(message.value.toString());
    const offset = (BigInt(message.offset) + 1n).toString();

    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'laundry.lockers',
        messages: [{ key: bag.customer, value: JSON.stringify({ bag: bag.id, locker: this.pick(bag) }) }],
      });
      await tx.sendOffsets({
        consumer: this.consumer,
        topics: [{ topic, partitions: [{ partition, offset }] }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('laundry: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }

  pick({ size, branch }) {
    return `${branch}-${size === 'xl' ? 'B' : 'A'}`;
  }
}

module.exports = { LaundryLockers };
