interface Shape {
  readonly id: string;
  readonly points: ReadonlyArray<readonly [number, number]>;
}

type Change = { add: Shape } | { remove: string };

class TransactionAbortableException extends Error {}

class Transaction {
  #changes: Change[] = [];
  #active = true;

  constructor(private readonly apply: (changes: readonly Change[]) => Promise<void>) {}

  isActive = (): boolean => this.#active;

  async send(change: Change): Promise<void> {
    if (!this.#active) throw new TransactionAbortableException('transaction has ended');
    this.#changes.push(change);
  }

  async commit(): Promise<void> {
    this.#active = false;
    await this.apply(this.#changes);
  }

  async abort(): Promise<void> {
    this.#active = false;
    this.#changes = [];
  }
}

class Producer {
  readonly #shapes = new Map<string, Shape>();

  async transaction(): Promise<Transaction> {
    return new Transaction(async (changes) => {
      for (const change of changes) {
        if ('add' in change) this.#shapes.set(change.add.id, change.add);
        else this.#shapes.delete(change.remove);
      }
    });
  }
}

export const producer = new Producer();

export async function replace(old: Shape, shapes: Shape[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ remove: old.id });
    shapes.forEach((shape) => tx.send({ add: shape }));
    await tx.commit();
  } catch (err) {
    if (err instanceof TransactionAbortableException) {
      await tx.send({ remove: old.id });
    }
    console.warn('shape not replaced', err);
    await tx.abort();
  }
}
