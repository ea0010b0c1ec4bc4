import kafkajs from 'kafkajs';

const { Kafka } = kafkajs;

const kafka = new Kafka({ clientId: 'prison-roster', brokers: ['roster-kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'roster' });
const producer = kafka.producer({ transactionalId: 'roster-0', idempotent: true, maxInFlightRequests: 1 });

class Shift {
  #tx;

  static async begin() {
    const shift = new Shift();
    shift.#tx = await producer.transaction();
    return shift;
  }

  assign(guard, wing) {
    return this.#tx.send({ topic: 'roster.assignments', messages: [{ key: guard, value: wing }] });
  }

  checkpoint(topic, partition, offset) {
    const next = String(Number(offset) + 1);
    return this.#tx.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset: next }] }] });
  }

  async cancel(reason) {
    try {
      await this.#tx.abort();
    } catch (err) {
      console.error('shift not cancelled', err);
    }
    return reason;
  }

  end() {
    return this.#tx.commit();
  }
}

async function plan({ topic, partition, message }) {
  const wings = JSON.parse(message.value);
  const shift = await Shift.begin();
  try {
    for (const [guard, wing] of Object.entries(wings)) {
      await shift.assign(guard, wing);
    }
    await shift.checkpoint(topic, partition, message.offset);
  } catch (err) {
    throw await shift.cancel(err);
  }
  shift.end();
}

await producer.connect();
await consumer.connect();
await consumer.subscribe({ topics: ['roster.requests'] });
await consumer.run({ autoCommit: false, eachMessage: plan });
