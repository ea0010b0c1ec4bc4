import { KafkaJS } from '@confluentinc/kafka-javascript';

type Row = Readonly<{ id: string; body: string }>;

export class OutboxRelay {
  #producer: KafkaJS.Producer;
  #generation = 0;

  constructor(
    private readonly kafka: KafkaJS.Kafka,
    private readonly shard: number,
  ) {
    this.#producer = this.make();
  }

  private make(): KafkaJS.Producer {
    this.#generation++;
    return this.kafka.producer({ kafkaJS: { transactionalId: `outbox-${this.shard}` } });
  }

  async relay(rows: Row[]): Promise<void> {
    await this.#producer.transaction();
    try {
      await this.#producer.send({ topic: 'outbox', messages: rows.map(({ id, body }) => ({ key: id, value: body })) });
    } catch (err) {
      if (err instanceof KafkaJS.KafkaJSError && err.fatal) {
        await this.replace();
        throw err;
      }
      await this.#producer.abort().catch((abortErr) => console.error(`outbox ${this.#generation}: abort failed`, abortErr));
      throw err;
    }
    try {
      await this.#producer.commit();
    } catch (err) {
      await this.replace();
      throw err;
    }
  }

  private async replace(): Promise<void> {
    await this.#producer.disconnect();
    this.#producer = this.make();
    await this.#producer.connect();
  }

  start = () => this.#producer.connect();
  stop = () => this.#producer.disconnect();
}
