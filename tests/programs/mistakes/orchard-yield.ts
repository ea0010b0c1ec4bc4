import type { Kafka, Producer, Transaction } from 'kafkajs';

abstract class Writer {
  protected readonly producers = new Map<string, Producer>();

  constructor(protected readonly kafka: Kafka) {}

  protected async open(name: string): Promise<Transaction> {
    const known = this.producers.get(name);
    if (known) return known.transaction();
    const producer = this.kafka.producer({ transactionalId: name, idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    this.producers.set(name, producer);
    return producer.transaction();
  }

  protected async cancel(tx: Transaction): Promise<void> {
    if (tx.isActive()) {
      await tx.abort();
    }
  }

  abstract write(name: string, kilos: number[]): Promise<void>;
}

export class OrchardWriter extends Writer {
  async write(orchard: string, kilos: number[]): Promise<void> {
    const tx = await this.open(`orchard-${orchard}`);
    try {
      await tx.send({ topic: 'orchards.yield', messages: kilos.map((kg) => ({ key: orchard, value: String(kg) })) });
    } catch (err) {
      await this.cancel(tx);
      throw err;
    }
    await tx.commit();
  }
}
