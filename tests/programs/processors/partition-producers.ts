import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { Logger } from 'pino';

type Payload = KafkaJS.EachMessagePayload;

/** Partition-bound producers: `group-topic-partition` keeps the fencing of KIP-98. */
export class PartitionProducers {
  private readonly byPartition = new Map<string, Promise<KafkaJS.Producer>>();

  constructor(private readonly kafka: KafkaJS.Kafka, private readonly group: string) {}

  acquire(topic: string, partition: number): Promise<KafkaJS.Producer> {
    const id = `${this.group}-${topic}-${partition}`;
    let known = this.byPartition.get(id);
    if (!known) {
      known = this.open(id);
      this.byPartition.set(id, known);
      known.catch(() => this.byPartition.delete(id));
    }
    return known;
  }

  private async open(id: string): Promise<KafkaJS.Producer> {
    const producer = this.kafka.producer({ kafkaJS: { transactionalId: id } });
    await producer.connect();
    return producer;
  }

  async evict(topic: string, partition: number): Promise<void> {
    const id = `${this.group}-${topic}-${partition}`;
    const known = this.byPartition.get(id);
    this.byPartition.delete(id);
    await (await known)?.disconnect();
  }
}

export const eachMessage =
  (pool: PartitionProducers, consumer: KafkaJS.Consumer, log: Logger) =>
  async ({ topic, partition, message }: Payload): Promise<void> => {
    const producer = await pool.acquire(topic, partition);
    try {
      await producer.transaction();
      try {
        await producer.send({ topic: 'tolls.rated', messages: [{ key: message.key, value: message.value }] });
        await producer.sendOffsets({
          consumer,
          topics: [{ topic, partitions: [{ partition, offset: (Number(message.offset) + 1).toString() }] }],
        });
      } catch (err) {
        await producer.abort().catch((abortErr) => log.error({ abortErr }, 'abort failed'));
        throw err;
      }
      await producer.commit();
    } catch (err) {
      await pool.evict(topic, partition).catch((evictErr) => log.warn({ evictErr }, 'not disconnected'));
      throw err;
    }
  };
