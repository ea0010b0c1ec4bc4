import { Kafka, type Producer, type Transaction } from 'kafkajs';

const producer: Producer = new Kafka({ clientId: 'menu', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'menu-of-the-day',
  idempotent: true,
  maxInFlightRequests: 1,
});

class Scope implements AsyncDisposable {
  #open = true;

  private constructor(readonly tx: Transaction) {}

  static async begin(): Promise<Scope> {
    return new Scope(await producer.transaction());
  }

  async complete(): Promise<void> {
    this.#open = false;
    await this.tx.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#open) {
      this.#open = false;
      await this.tx.abort();
    }
  }
}

export async function publishMenu(restaurant: string, dishes: string[]): Promise<void> {
  await using scope = await Scope.begin();
  await scope.tx.send({
    topic: 'menus',
    messages: dishes.map((value) => ({ key: restaurant, value })),
  });
  await scope.complete();
}

export const open = (): Promise<void> => producer.connect();
