const { Kafka } = require('kafkajs');

function createPool({ brokers, name, size = 4 }) {
  const kafka = new Kafka({ clientId: name, brokers });
  const free = Array.from({ length: size }, (_, slot) => ({ slot, producer: null }));

  async function checkout() {
    const entry = free.shift();
    if (!entry) throw new Error('all producers are busy');
    if (!entry.producer) {
      const producer = kafka.producer({
        transactionalId: `${name}-${entry.slot}`,
        idempotent: true,
        maxInFlightRequests: 1,
      });
      try {
        await producer.connect();
      } catch (err) {
        free.push(entry);
        throw err;
      }
      entry.producer = producer;
    }
    return entry;
  }

  async function destroy({ slot, producer }) {
    free.push({ slot, producer: null });
    await producer.disconnect().catch((err) => console.warn(`slot ${slot}: disconnect failed`, err));
  }

  return async function withTransaction(work) {
    const entry = await checkout();
    try {
      const tx = await entry.producer.transaction();
      try {
        await work(tx);
      } catch (err) {
        await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
    } catch (err) {
      await destroy(entry);
      throw err;
    }
    free.push(entry);
  };
}

module.exports = { createPool };
