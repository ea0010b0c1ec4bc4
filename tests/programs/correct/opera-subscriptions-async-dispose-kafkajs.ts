import type { Producer, ProducerRecord, Transaction } from 'kafkajs';

class TransactionScope implements AsyncDisposable {
  #ended = false;
  readonly #tx: Transaction;

  private constructor(tx: Transaction) {
    this.#tx = tx;
  }

  static async of(producer: Producer): Promise<TransactionScope> {
    return new TransactionScope(await producer.transaction());
  }

  async send(record: ProducerRecord): Promise<void> {
    await this.#tx.send(record);
  }

  async commit(): Promise<void> {
    this.#ended = true;
    await this.#tx.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    try {
      await this.#tx.abort();
    } catch (err) {
      console.error('subscription not rolled back', err);
    }
  }
}

export interface Subscription {
  subscriber: string;
  box: string;
  evenings: string[];
}

export async function subscribe(producer: Producer, subscription: Subscription): Promise<void> {
  const { subscriber, box, evenings } = subscription;
  await using scope = await TransactionScope.of(producer);
  for (const evening of evenings) {
    await scope.send({ topic: 'opera.seats', messages: [{ key: `${evening}/${box}`, value: subscriber }] });
  }
  await scope.send({
    topic: 'opera.subscriptions',
    messages: [{ key: subscriber, value: JSON.stringify({ box, evenings }) }],
  });
  await scope.commit();
}
