import { KafkaJS } from '@confluentinc/kafka-javascript';
import { print } from './printer';

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'tax-stamps', brokers: ['revenue-kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'tax-stamps', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'tax-stamps-0' } });

class OffsetTracker {
  private readonly latest = new Map<number, string>();

  constructor(private readonly topic: string) {}

  done(partition: number, message: KafkaJS.KafkaMessage): void {
    this.latest.set(partition, message.offset);
  }

  positions() {
    const partitions = Array.from(this.latest, ([partition, offset]) => ({ partition, offset }));
    return [{ topic: this.topic, partitions }];
  }
}

async function eachBatch({ batch }: KafkaJS.EachBatchPayload): Promise<void> {
  const tracker = new OffsetTracker(batch.topic);
  const tx = await producer.transaction();
  try {
    for (const message of batch.messages) {
      const stamp = print(message.value);
      await tx.send({ topic: 'stamps.printed', messages: [{ key: stamp.serial, value: stamp.image }] });
      tracker.done(batch.partition, message);
    }
    await tx.sendOffsets({ consumer, topics: tracker.positions() });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('stamps: abort failed', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export async function main(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'stamps.requested' });
  await consumer.run({ eachBatch });
}
