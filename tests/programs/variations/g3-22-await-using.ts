import type { Producer, ProducerRecord, Transaction } from 'kafkajs';

/** A transaction that ends with its scope: aborted, unless commit() was called. */
class TransactionScope implements AsyncDisposable {
  #ended = false;

  private constructor(private readonly tx: Transaction) {}

  static async open(producer: Producer): Promise<TransactionScope> {
    return new TransactionScope(await producer.transaction());
  }

  async send(record: ProducerRecord): Promise<void> {
    await this.tx.send(record);
  }

  async commit(): Promise<void> {
    this.#ended = true;
    await this.tx.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ended) return;
    await this.tx.abort().catch((err: unknown) => console.error('scope not aborted', err));
  }
}

export async function announceWinner(producer: Producer, raffle: string, ticket: number): Promise<void> {
  await using scope = await TransactionScope.open(producer);
  await scope.send({ topic: 'raffles.winners', messages: [{ key: raffle, value: String(ticket) }] });
  await scope.send({ topic: 'raffles.closed', messages: [{ key: raffle, value: 'closed' }] });
  await scope.commit();
}
