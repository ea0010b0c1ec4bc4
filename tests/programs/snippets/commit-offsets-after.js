const { Kafka } = require('kafkajs');

module.exports = class DeadLetterForwarder {
  constructor(brokers) {
    const kafka = new Kafka({ clientId: 'dlq-forwarder', brokers });
    this.consumer = kafka.consumer({ groupId: 'dlq-forwarder' });
    this.producer = kafka.producer({
      transactionalId: 'dlq-forwarder',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async start() {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: [/^.*\.dlq$/] });
    await this.consumer.run({ autoCommit: false, eachMessage: (payload) => this.forward(payload) });
  }

  async forward({ topic, partition, message }) {
    const origin = topic.replace(/\.dlq$/, '');
    const tx = await this.producer.transaction();

    try {
      await tx.send({ topic: origin, messages: [{ key: message.key, value: message.value }] });
      await tx.send({ topic: 'dlq.history', messages: [{ key: message.key, value: topic }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }

    await tx.commit();

    // a crash in between forwards the message twice; the services are idempotent
    await this.consumer.commitOffsets([
      { topic, partition, offset: String(Number(message.offset) + 1) },
    ]);
  }
};
