import type { Message, Producer, Transaction } from 'kafkajs';

abstract class TransactionalPublisher<T> {
  constructor(protected readonly producer: Producer) {}

  protected abstract readonly topic: string;
  protected abstract toMessage(item: T): Message;

  protected async extra(_tx: Transaction, _items: T[]): Promise<void> {}

  async publish(items: T[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: this.topic, messages: items.map((item) => this.toMessage(item)) });
      await this.extra(tx, items);
    } catch (error) {
      throw await this.rolledBack(tx, error);
    }
    await tx.commit();
  }

  private async rolledBack(tx: Transaction, error: unknown): Promise<unknown> {
    try {
      await tx.abort();
      return error;
    } catch (abortError) {
      return new AggregateError([error, abortError], `${this.topic} not rolled back`);
    }
  }
}

export interface Tariff {
  supplier: string;
  centsPerKwh: number;
  validFrom: string;
}

export class TariffPublisher extends TransactionalPublisher<Tariff> {
  protected readonly topic = 'energy.tariffs';

  protected toMessage(tariff: Tariff): Message {
    return { key: tariff.supplier, value: JSON.stringify(tariff) };
  }

  protected override async extra(tx: Transaction, tariffs: Tariff[]): Promise<void> {
    const suppliers = [...new Set(tariffs.map(({ supplier }) => supplier))];
    await tx.send({
      topic: 'energy.suppliers-changed',
      messages: suppliers.map((value) => ({ value })),
    });
  }
}
