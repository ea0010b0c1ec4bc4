'use strict';

const { Kafka } = require('kafkajs');
const metrics = require('./metrics');

class PayoutPublisher {
  constructor(brokers, fund) {
    this.kafka = new Kafka({ clientId: 'pension-payouts', brokers });
    this.fund = fund;
  }

  async open() {
    this.producer = this.kafka.producer({
      transactionalId: `pension-payouts-${this.fund}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await this.producer.connect();
  }

  async publish(payouts) {
    const tx = await this.producer.transaction();
    try {
      for (const payout of payouts) {
        await tx.send({
          topic: 'pensions.payouts',
          messages: [{ key: payout.member, value: JSON.stringify(payout) }],
        });
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => metrics.increment('abort.failed', { reason: abortErr.name }));
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      switch (err.type) {
        case 'INVALID_PRODUCER_EPOCH':
        case 'INVALID_PRODUCER_ID_MAPPING':
          metrics.increment('commit.fenced');
          break;
        case 'NOT_COORDINATOR_FOR_GROUP':
        case 'GROUP_COORDINATOR_NOT_AVAILABLE':
          metrics.increment('commit.coordinator');
          break;
        case undefined:
          metrics.increment('commit.local');
          break;
        default:
          metrics.increment('commit.other');
      }
      await this.producer.disconnect();
      throw err;
    }
  }
}

module.exports = { PayoutPublisher };
