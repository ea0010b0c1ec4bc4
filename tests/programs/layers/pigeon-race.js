const { Kafka } = require('kafkajs');

const GROUP = 'pigeon-velocities';
const kafka = new Kafka({ clientId: 'pigeon-race', brokers: ['loft:9092'] });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({
  transactionalId: `pigeon-race-${process.env.LOFT}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Remembers, per partition, how far the clockings have been worked through. */
class Progress {
  #positions = new Map();

  advance(topic, partition, message) {
    this.#positions.set(`${topic}:${partition}`, { topic, partition, offset: message.offset });
  }

  toTopics() {
    const topics = new Map();
    for (const { topic, partition, offset } of this.#positions.values()) {
      const entry = topics.get(topic) ?? { topic, partitions: [] };
      entry.partitions.push({ partition, offset });
      topics.set(topic, entry);
    }
    return [...topics.values()];
  }
}

const velocity = ({ metres, seconds }) => ((metres * 60) / seconds).toFixed(2);

async function eachBatch({ batch, resolveOffset, heartbeat }) {
  const progress = new Progress();
  const tx = await producer.transaction();
  try {
    for (const message of batch.messages) {
      const clocking = JSON.parse(message.value.toString());
      await tx.send({ topic: 'pigeons.velocities', messages: [{ key: clocking.ring, value: velocity(clocking) }] });
      progress.advance(batch.topic, batch.partition, message);
      await heartbeat();
    }
    await tx.sendOffsets({ consumerGroupId: GROUP, topics: progress.toTopics() });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('batch not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
  resolveOffset(batch.lastOffset());
}

module.exports.run = () => consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
