import { Producer, stringSerializers } from '@platformatic/kafka';

const createProducer = (slot: number) =>
  new Producer({
    clientId: `lottery-${slot}`,
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `lottery-${slot}`,
  });

type TxProducer = ReturnType<typeof createProducer>;

class ProducerPool {
  readonly #free: TxProducer[] = [];
  #created = 0;

  async use<T>(work: (producer: TxProducer) => Promise<T>): Promise<T> {
    const producer = this.#free.shift() ?? createProducer(this.#created++);
    try {
      return await work(producer);
    } finally {
      this.#free.push(producer);
    }
  }
}

const pool = new ProducerPool();

export function sell(shop: string, tickets: string[]): Promise<void> {
  return pool.use(async (producer) => {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: tickets.map((ticket) => ({ topic: 'lottery.tickets', key: shop, value: ticket })),
      });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `tickets of ${shop} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
  });
}
