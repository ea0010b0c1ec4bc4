import { Kafka, type Producer, type ProducerRecord } from 'kafkajs';

export class StampOffice {
  readonly #producer: Producer;

  constructor(kafka: Kafka, country: string) {
    this.#producer = kafka.producer({
      transactionalId: `stamp-series-${country}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect(): Promise<void> {
    return this.#producer.connect();
  }

  async issue(series: string, records: ProducerRecord[]): Promise<void> {
    const tx = await this.#producer.transaction();
    let abortable = true;
    try {
      for (const record of records) {
        await tx.send(record);
      }
      await tx.send({ topic: 'stamps.series', messages: [{ key: series, value: 'issued' }] });
      abortable = false;
      await tx.commit();
    } finally {
      if (abortable) {
        await tx.abort().catch((abortErr: unknown) => {
          console.error(`series ${series} not rolled back`, abortErr);
        });
      }
    }
  }
}
