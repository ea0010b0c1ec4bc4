'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { Kafka } = require('kafkajs');

const BACKOFF = [100, 500, 2000];

const transient = (err) => {
  const { type } = (err && err.cause) || err;
  return type === 'CONCURRENT_TRANSACTIONS' || type === 'GROUP_COORDINATOR_NOT_AVAILABLE';
};

class ChoirBookings {
  constructor(kafka) {
    /** @type {import('kafkajs').Producer} */
    this.producer = kafka.producer({
      transactionalId: 'choir-bookings',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async begin() {
    for (const wait of BACKOFF) {
      try {
        return await this.producer.transaction();
      } catch (err) {
        if (!transient(err)) throw err;
        await sleep(wait);
      }
    }
    return this.producer.transaction();
  }

  async book(concerts) {
    const tx = await this.begin();
    const sends = [];
    try {
      for (const concert of concerts) {
        sends.push(tx.send({ topic: 'choir.concerts', messages: [{ key: concert.hall, value: concert.date }] }));
      }
      await Promise.all(sends);
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

exports.create = () => new ChoirBookings(new Kafka({ clientId: 'choir', brokers: ['kafka:9092'] }));
