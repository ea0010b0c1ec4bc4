const { Kafka } = require('kafkajs');

class ProducerPool {
  #idle = [];
  #made = 0;

  constructor(kafka, prefix) {
    this.kafka = kafka;
    this.prefix = prefix;
  }

  async take() {
    const pooled = this.#idle.pop();
    if (pooled) return pooled;
    const producer = this.kafka.producer({
      transactionalId: `${this.prefix}-${this.#made++}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }

  give(producer) {
    this.#idle.push(producer);
  }

  async drain() {
    await Promise.all(this.#idle.splice(0).map((producer) => producer.disconnect()));
  }
}

const pool = new ProducerPool(new Kafka({ clientId: 'freight', brokers: ['kafka:9092'] }), 'freight-quotes');

async function write(producer, quotes) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'freight.quotes',
      messages: quotes.map((quote) => ({ key: quote.lane, value: JSON.stringify(quote) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.warn('freight: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

async function publishQuotes(quotes) {
  const producer = await pool.take();
  try {
    await write(producer, quotes);
  } catch (err) {
    await producer.disconnect().catch((closeErr) => console.warn('freight: disconnect failed', closeErr));
    throw err;
  }
  pool.give(producer);
}

module.exports = { publishQuotes, shutdown: () => pool.drain() };
