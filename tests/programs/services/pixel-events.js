const { Kafka, CompressionTypes } = require('kafkajs');

module.exports = class PixelEvents {
  constructor(brokers) {
    this.producer = new Kafka({ clientId: 'pixels', brokers }).producer({
      transactionalId: 'pixel-events',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async flush(buffers) {
    const tx = await this.producer.transaction();
    try {
      buffers.forEach(async (buffer) => {
        await tx.send({
          topic: 'pixels.hits',
          compression: CompressionTypes.GZIP,
          messages: buffer.hits.map((hit) => ({ key: buffer.page, value: JSON.stringify(hit) })),
        });
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
};
