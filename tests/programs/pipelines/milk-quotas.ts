import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Quota {
  farm: string;
  tonnes: number;
}

export class QuotaPublisher {
  readonly #producer: KafkaJS.Producer;

  constructor(kafka: KafkaJS.Kafka) {
    this.#producer = kafka.producer({ kafkaJS: { transactionalId: 'milk-quotas-0' } });
  }

  open(): Promise<void> {
    return this.#producer.connect();
  }

  async publish(year: number, quotas: Quota[]): Promise<void> {
    await this.#producer.transaction();
    try {
      quotas.map(({ farm, tonnes }) =>
        this.#producer.send({ topic: `quotas.${year}`, messages: [{ key: farm, value: String(tonnes) }] }),
      );
      await this.#producer.send({ topic: 'quotas.years', messages: [{ value: String(year) }] });
    } catch (err) {
      try {
        await this.#producer.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `quotas of ${year} not rolled back`);
      }
      throw err;
    }
    try {
      await this.#producer.commit();
    } catch (err) {
      await this.#producer.disconnect();
      throw err;
    }
  }
}
