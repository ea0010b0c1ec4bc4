import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': 'orchard:9092', 'client.id': 'frost' });

/** Fresh producers of one transactional id; each fences the one before and is closed when its turn is over. */
async function* freshProducers(id, count) {
  for (let n = 1; n <= count; n++) {
    const producer = kafka.producer({ 'transactional.id': id });
    await producer.connect();
    try {
      yield producer;
    } finally {
      await producer.disconnect();
    }
  }
}

/**
 * @param {string} orchard
 * @param {AsyncIterable<{ sensor: string, celsius: number }>} readings
 */
export async function warn(orchard, readings) {
  const messages = [];
  for await (const { sensor, celsius } of readings) {
    if (celsius < 0.5) messages.push({ key: sensor, value: celsius.toFixed(1) });
  }
  if (messages.length === 0) return 0;

  const failures = [];
  for await (const producer of freshProducers(`frost-${orchard}`, 3)) {
    await producer.transaction();
    try {
      await producer.send({ topic: 'orchards.frost', messages });
    } catch (err) {
      failures.push(err);
      await producer.abort().catch((abortErr) => failures.push(abortErr));
      continue;
    }
    // Once a commit was asked for, its failure is final: the warnings may be out.
    await producer.commit();
    return messages.length;
  }
  throw new AggregateError(failures, `no frost warning for ${orchard}`);
}
