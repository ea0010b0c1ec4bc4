import { Kafka, type EachBatchPayload, type Producer } from 'kafkajs';
import { enrich } from './enrich';

type Lane = { partition: number; producer: Producer };

/**
 * Exactly-once copy of a topic. Every input partition has a producer of its own, so that a zombie of a
 * partition is fenced when the partition moves to another instance.
 */
export class PartitionLanes {
  private readonly lanes = new Map<number, Lane>();

  constructor(
    private readonly kafka: Kafka,
    private readonly group: string,
    private readonly target: string,
  ) {}

  async run(source: string): Promise<void> {
    const consumer = this.kafka.consumer({ groupId: this.group });
    await consumer.connect();
    await consumer.subscribe({ topic: source });
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: 4,
      eachBatch: async (payload) => {
        const lane = await this.laneOf(payload.batch.partition);
        try {
          await this.copy(lane, payload);
        } catch (err) {
          await this.close(lane);
          throw err;
        }
      },
    });
  }

  async stop(): Promise<void> {
    for (const lane of [...this.lanes.values()]) await this.close(lane);
  }

  private async copy({ producer }: Lane, { batch, heartbeat }: EachBatchPayload): Promise<void> {
    const tx = await producer.transaction();
    try {
      const messages = [];
      for (const message of batch.messages) {
        messages.push({ key: message.key, value: await enrich(message.value) });
        await heartbeat();
      }
      await tx.send({ topic: this.target, messages });
      const offset = String(BigInt(batch.lastOffset()) + 1n);
      await tx.sendOffsets({
        consumerGroupId: this.group,
        topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset }] }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.warn('lane: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }

  private async laneOf(partition: number): Promise<Lane> {
    const known = this.lanes.get(partition);
    if (known) return known;
    const producer = this.kafka.producer({
      transactionalId: `${this.group}-${partition}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    const lane = { partition, producer };
    this.lanes.set(partition, lane);
    return lane;
  }

  private async close(lane: Lane): Promise<void> {
    this.lanes.delete(lane.partition);
    await lane.producer.disconnect().catch((err) => console.warn(`lane ${lane.partition} not closed`, err));
  }
}
