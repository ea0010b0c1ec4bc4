import { Producer, stringSerializers } from '@platformatic/kafka';

type Line = { topic: string; key: string; value: string };

const settings = {
  clientId: 'vineyard',
  bootstrapBrokers: ['vineyard-kafka:9092'],
  idempotent: true,
  transactionalId: 'vineyard-press-1',
  serializers: stringSerializers,
};

/**
 * A transaction as a resource: one that leaves its block without having been finished is given up
 * by closing the producer that it belongs to.
 */
class Pressing implements AsyncDisposable {
  #finished = false;

  private constructor(
    private readonly producer: Producer<string, string, string, string>,
    private readonly tx: Awaited<ReturnType<Producer<string, string, string, string>['beginTransaction']>>,
  ) {}

  static async begin(): Promise<Pressing> {
    const producer = new Producer(settings);
    try {
      return new Pressing(producer, await producer.beginTransaction());
    } catch (err) {
      await producer.close(true);
      throw err;
    }
  }

  async add(...messages: Line[]): Promise<void> {
    await this.tx.send({ messages });
  }

  async finish(): Promise<void> {
    await this.tx.commit();
    this.#finished = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#finished) console.warn('pressing given up', this.tx.id);
    await this.producer.close(!this.#finished);
  }
}

export async function press(lot: string, litres: readonly number[]): Promise<void> {
  await using pressing = await Pressing.begin();
  for (const [barrel, amount] of litres.entries()) {
    await pressing.add({ topic: 'vineyard.barrels', key: `${lot}-${barrel}`, value: String(amount) });
  }
  await pressing.add({
    topic: 'vineyard.lots',
    key: lot,
    value: litres.reduce((sum, amount) => sum + amount, 0).toFixed(1),
  });
  await pressing.finish();
}
