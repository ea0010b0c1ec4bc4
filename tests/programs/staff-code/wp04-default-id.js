const config = require('./config');

class Uploads {
  static async create() {
    const { Producer, stringSerializers } = await import('@platformatic/kafka');
    const producer = new Producer({
      clientId: config.clientId,
      bootstrapBrokers: config.brokers,
      serializers: stringSerializers,
      idempotent: true,
    });
    return new Uploads(producer);
  }

  /** @param {import('@platformatic/kafka').Producer} producer */
  constructor(producer) {
    this.producer = producer;
  }

  async register(upload) {
    const tx = await this.producer.beginTransaction();
    try {
      await tx.send({ messages: [{ topic: 'uploads', key: upload.id, value: upload.url }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    try {
      await tx.send({ messages: [{ topic: 'uploads.audit', key: upload.id, value: upload.user }] });
    } catch (err) {
      console.warn('upload %s: no audit record', upload.id, err);
    }
    await tx.commit();
  }

  close() {
    return this.producer.close();
  }
}

module.exports = { Uploads };
