import { Kafka, type Producer } from 'kafkajs';

export interface LacePattern {
  name: string;
  bobbins: number;
  rows: string[];
}

const MAX_BOBBINS = 600;

export class LaceCatalogue {
  private readonly producer: Producer;

  constructor(kafka: Kafka, private readonly school: string) {
    this.producer = kafka.producer({
      transactionalId: `lace-${school}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  async publish(pattern: LacePattern): Promise<void> {
    const tx = await this.producer.transaction();

    if (pattern.bobbins > MAX_BOBBINS) {
      throw new RangeError(`${pattern.name} of ${this.school} needs ${pattern.bobbins} bobbins`);
    }

    try {
      await tx.send({
        topic: 'lace.patterns',
        messages: pattern.rows.map((row, index) => ({ key: `${pattern.name}/${index}`, value: row })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('pattern not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
