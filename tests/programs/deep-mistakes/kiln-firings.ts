import { Kafka, type EachBatchPayload, type Producer, type TopicOffsets } from 'kafkajs';

type Firing = { kiln: string; cone: number; hours: number };

export class FiringRollup {
  readonly #last = new Map<number, string>();
  readonly #hours = new Map<string, number>();
  readonly #producer: Producer;

  constructor(kafka: Kafka, private readonly group = 'kiln-rollup') {
    this.#producer = kafka.producer({ transactionalId: `${group}-0`, idempotent: true, maxInFlightRequests: 1 });
  }

  connect = (): Promise<void> => this.#producer.connect();

  eachBatch = async ({ batch, heartbeat }: EachBatchPayload): Promise<void> => {
    for (const message of batch.messages) {
      this.#add(JSON.parse(String(message.value)) as Firing);
      this.#last.set(batch.partition, message.offset);
      await heartbeat();
    }
    await this.#flush(batch.topic);
  };

  #add({ kiln, hours }: Firing): void {
    this.#hours.set(kiln, (this.#hours.get(kiln) ?? 0) + hours);
  }

  #positions(topic: string): TopicOffsets {
    const partitions = Array.from(this.#last, ([partition, offset]) => ({ partition, offset }));
    return { topic, partitions };
  }

  async #flush(topic: string): Promise<void> {
    const messages = [...this.#hours].map(([key, hours]) => ({ key, value: hours.toFixed(1) }));
    const topics = [this.#positions(topic)];
    this.#hours.clear();
    this.#last.clear();
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: 'kilns.hours', messages });
      await tx.sendOffsets({ consumerGroupId: this.group, topics });
    } catch (err) {
      await tx.abort().catch((e) => console.error('roll-up not rolled back', e));
      throw err;
    }
    await tx.commit();
  }
}
