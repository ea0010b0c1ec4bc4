const { setTimeout: sleep } = require('node:timers/promises');
const { Kafka } = require('kafkajs');
const outbox = require('./outbox-table');

const kafka = new Kafka({ clientId: 'webhook-outbox', brokers: ['kafka-1:9092', 'kafka-2:9092'] });

class OutboxRelay {
  constructor(logger) {
    this.logger = logger;
    this.stopped = false;
    this.producer = null;
  }

  async currentProducer() {
    if (this.producer === null) {
      const producer = kafka.producer({
        transactionalId: 'webhook-outbox-relay',
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await producer.connect();
      this.producer = producer;
    }
    return this.producer;
  }

  /** Forgets the producer; the next batch is written with a new one. */
  async dropProducer() {
    const { producer } = this;
    this.producer = null;
    if (producer !== null) {
      await producer.disconnect().catch((err) => this.logger.warn({ err }, 'producer not disconnected'));
    }
  }

  async write(batch) {
    const producer = await this.currentProducer();
    const tx = await producer.transaction();
    for (const row of batch.rows) {
      await tx.send({ topic: row.topic, messages: [{ key: row.key, value: row.payload }] });
    }
    await tx.commit();
  }

  async run() {
    while (!this.stopped) {
      const batch = await outbox.nextBatch(100);
      if (batch === null) {
        await sleep(500);
        continue;
      }
      try {
        await this.write(batch);
        await outbox.markDone(batch);
      } catch (err) {
        await this.dropProducer();
        // an operator decides: the batch may have been written
        await outbox.park(batch, err);
      }
    }
    await this.dropProducer();
  }
}

module.exports = { OutboxRelay };
