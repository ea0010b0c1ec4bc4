import type { Producer, Transaction } from 'kafkajs';

export abstract class TransactionalStep<Input> {
  protected constructor(protected readonly producer: Producer) {}

  protected abstract write(tx: Transaction, input: Input): Promise<void>;

  async run(input: Input): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await this.write(tx, input);
      await this.finish(tx);
    } catch (err) {
      await this.cancel(tx, err);
    }
  }

  private async finish(tx: Transaction): Promise<void> {
    await tx.commit();
    console.info(`${this.constructor.name} done`);
  }

  private async cancel(tx: Transaction, reason: unknown): Promise<never> {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([reason, abortErr], `${this.constructor.name} not rolled back`);
    }
    throw reason;
  }
}

export class PrintLabels extends TransactionalStep<string[]> {
  static with(producer: Producer): PrintLabels {
    return new PrintLabels(producer);
  }

  protected async write(tx: Transaction, labels: string[]): Promise<void> {
    await tx.send({ topic: 'labels.print', messages: labels.map((value) => ({ value })) });
  }
}
