const { Kafka, CompressionTypes } = require('kafkajs');
const { metrics } = require('./metrics');

class ShardedWriter {
  #shards = new Map();
  #kafka;

  constructor(kafka = new Kafka({ clientId: 'writer', brokers: ['kafka:9092'] })) {
    this.#kafka = kafka;
  }

  async #shard(partition) {
    const known = this.#shards.get(partition);
    if (known) return known;
    const producer = this.#kafka.producer({
      transactionalId: `writer-${partition}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    this.#shards.set(partition, producer);
    return producer;
  }

  async #evict(partition, producer) {
    this.#shards.delete(partition);
    metrics.evictions.inc({ partition });
    try {
      await producer.disconnect();
    } catch (err) {
      console.warn('shard %d: disconnect failed', partition, err);
    }
  }

  async write(partition, messages) {
    const producer = await this.#shard(partition);
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'ledger', compression: CompressionTypes.GZIP, messages });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error('shard %d: abort failed', partition, abortErr));
        throw err;
      }
      await tx.commit();
    } catch (err) {
      await this.#evict(partition, producer);
      throw err;
    }
  }

  async close() {
    await Promise.all([...this.#shards.values()].map((producer) => producer.disconnect()));
    this.#shards.clear();
  }
}

module.exports = { ShardedWriter };
