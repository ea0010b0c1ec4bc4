import kafkajs from 'kafkajs';

/**
 * Collects, for a batch of messages of any topics and partitions, what sendOffsets wants: for
 * each partition the offset to go on with, which is one more than the highest one processed.
 */
export class Positions {
  #next = new Map();

  /** @param {{ topic: string, partition: number, message: { offset: string } }} processed */
  done({ topic, partition, message }) {
    const partitions = this.#next.get(topic) ?? new Map();
    const next = Number.parseInt(message.offset, 10) + 1;
    partitions.set(partition, Math.max(next, partitions.get(partition) ?? 0));
    this.#next.set(topic, partitions);
    return this;
  }

  *topics() {
    for (const [topic, partitions] of this.#next) {
      yield {
        topic,
        partitions: Array.from(partitions, ([partition, next]) => ({ partition, offset: `${next}` })),
      };
    }
  }
}

const { Kafka } = kafkajs;
const kafka = new Kafka({ brokers: ['localhost:9092'], clientId: 'merger' });
const producer = kafka.producer({ transactionalId: 'merger-0', idempotent: true, maxInFlightRequests: 1 });

export const connect = () => producer.connect();
export const disconnect = () => producer.disconnect();

export async function merge(consumerGroupId, received) {
  const positions = received.reduce((all, one) => all.done(one), new Positions());
  const messages = received.map(({ message: { key, value, headers } }) => ({ key, value, headers }));

  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'merged', messages });
    await transaction.sendOffsets({ consumerGroupId, topics: [...positions.topics()] });
  } catch (err) {
    throw await transaction.abort().then(
      () => err,
      (abortErr) => new AggregateError([err, abortErr], 'merge was not rolled back'),
    );
  }
  await transaction.commit();
}
