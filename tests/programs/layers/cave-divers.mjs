import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';

const bootstrapBrokers = process.env.BROKERS.split(',');
const consumer = new Consumer({
  clientId: 'dive-profiles',
  groupId: 'dive-profiles',
  bootstrapBrokers,
  deserializers: stringDeserializers,
});

/** One producer for each input partition, each with an id of its own. */
class Lanes {
  #producers = new Map();

  of(partition) {
    if (!this.#producers.has(partition)) {
      this.#producers.set(
        partition,
        new Producer({
          clientId: 'dive-profiles',
          bootstrapBrokers,
          serializers: stringSerializers,
          idempotent: true,
          transactionalId: `dive-profiles-${partition}`,
        }),
      );
    }
    return this.#producers.get(partition);
  }

  async close() {
    const producers = [...this.#producers.values()];
    this.#producers.clear();
    await Promise.allSettled(producers.map((producer) => producer.close(true)));
  }
}

async function forward(producer, message) {
  const { diver, depth, minutes } = JSON.parse(message.value);
  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    await tx.send({ messages: [{ topic: 'dives.profiles', key: diver, value: `${depth}m/${minutes}min` }] });
    await tx.addOffset(message);
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('profile not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

/** Runs until the first failure, which closes all lanes and ends the process's only loop. */
export async function run() {
  const lanes = new Lanes();
  try {
    const stream = await consumer.consume({ topics: ['dives.raw'], autocommit: false });
    for await (const message of stream) {
      await forward(lanes.of(message.partition), message);
    }
  } finally {
    await lanes.close();
  }
}
