import { Kafka, type EachBatchPayload, type Producer } from 'kafkajs';
import type { Counter } from 'prom-client';
import { logger } from '../observability/logger';

export class ProcessorError extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.name = 'ProcessorError';
  }
}

/** One instance per shard; the shard number is stable across deployments (StatefulSet ordinal). */
export class ParcelScanProcessor {
  #producer: Producer;

  constructor(
    private readonly kafka: Kafka,
    private readonly shard: number,
    private readonly scans: Counter<'outcome'>,
  ) {
    this.#producer = this.#create();
  }

  #create(): Producer {
    return this.kafka.producer({
      transactionalId: `parcel-scans-${this.shard}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async start(): Promise<void> {
    await this.#producer.connect();
    const consumer = this.kafka.consumer({ groupId: 'parcel-scans' });
    await consumer.connect();
    await consumer.subscribe({ topic: 'depot.scans.raw' });
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: this.eachBatch });
  }

  readonly eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    const { batch, isRunning, isStale, resolveOffset, heartbeat } = payload;
    if (!isRunning() || isStale()) return;

    const last = batch.lastOffset();
    const messages = batch.messages.map(({ key, value }) => ({ key, value: value?.toString().trim() ?? null }));

    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: 'depot.scans', messages });
      await tx.sendOffsets({
        consumerGroupId: 'parcel-scans',
        topics: [
          { topic: batch.topic, partitions: [{ partition: batch.partition, offset: (BigInt(last) + 1n).toString() }] },
        ],
      });
    } catch (err) {
      this.scans.inc({ outcome: 'rolled_back' });
      await tx.abort().catch((abortErr) => logger.warn({ abortErr }, 'abort failed'));
      await this.#replace();
      throw new ProcessorError(`shard ${this.shard}: batch rolled back`, { cause: err });
    }

    try {
      await tx.commit();
    } catch (err) {
      this.scans.inc({ outcome: 'in_doubt' });
      await this.#replace();
      throw new ProcessorError(`shard ${this.shard}: outcome of the commit unknown`, { cause: err });
    }

    this.scans.inc({ outcome: 'committed' });
    resolveOffset(last);
    await heartbeat();
  };

  /** A kafkajs producer is stuck after a failed commit: put a new one in its place. */
  async #replace(): Promise<void> {
    const old = this.#producer;
    this.#producer = this.#create();
    await old.disconnect().catch((err) => logger.warn({ err }, 'old producer did not disconnect'));
    await this.#producer.connect();
  }
}
