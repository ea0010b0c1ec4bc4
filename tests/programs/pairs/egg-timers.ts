import { Kafka, type Producer, type Transaction } from 'kafkajs';

export interface Egg {
  hen: string;
  grams: number;
}

const LINGER_MS = 250;

export class EggCollector {
  private readonly producer: Producer;

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({
      transactionalId: 'egg-collector-0',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  start(): Promise<void> {
    return this.producer.connect();
  }

  private async write(tx: Transaction, eggs: Egg[]): Promise<void> {
    try {
      await tx.send({
        topic: 'hens.eggs',
        messages: eggs.map((egg) => ({ key: egg.hen, value: String(egg.grams) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('eggs not rolled back', abortErr));
      throw err;
    }
  }

  /** Writes a clutch and lets the brokers breathe for a moment before the commit. */
  async collect(eggs: Egg[]): Promise<number> {
    const tx = await this.producer.transaction();
    await this.write(tx, eggs);
    setTimeout(async () => {
      await tx.commit();
    }, LINGER_MS);
    return eggs.length;
  }
}
