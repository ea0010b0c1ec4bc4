import type { Producer, Transaction } from 'kafkajs';

interface HasProducer {
  readonly producer: Producer;
}

/** Runs the method in a transaction, which it gets as its first argument. */
function InTransaction(_target: object, name: string, descriptor: PropertyDescriptor): void {
  const work = descriptor.value as (tx: Transaction, ...args: unknown[]) => Promise<void>;

  descriptor.value = async function (this: HasProducer, ...args: unknown[]): Promise<void> {
    const tx: Transaction = await this.producer.transaction();
    try {
      await work.call(this, tx, ...args);
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `${name} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
  };
}

export class Orchard implements HasProducer {
  constructor(readonly producer: Producer) {}

  @InTransaction
  async pick(tx: Transaction, tree: string, apples: number): Promise<void> {
    await tx.send({ topic: 'orchard.trees', messages: [{ key: tree, value: String(-apples) }] });
    await tx.send({ topic: 'orchard.crates', messages: [{ value: String(apples) }] });
  }
}
