import type { Kafka, Producer, Transaction } from 'kafkajs';

abstract class Writer {
  protected readonly producer: Producer;

  constructor(kafka: Kafka, transactionalId: string) {
    this.producer = kafka.producer({ transactionalId, idempotent: true, maxInFlightRequests: 1 });
  }

  open = (): Promise<void> => this.producer.connect();

  protected async cancel(tx: Transaction): Promise<void> {
    if (tx.isActive()) {
      await tx.abort();
    }
  }

  abstract write(name: string, kilos: number[]): Promise<void>;
}

export class OrchardWriter extends Writer {
  async write(orchard: string, kilos: number[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'orchards.yield', messages: kilos.map((kg) => ({ key: orchard, value: String(kg) })) });
    } catch (err) {
      await this.cancel(tx);
      throw err;
    }
    await tx.commit();
  }
}
