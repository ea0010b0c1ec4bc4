import { Kafka, type Producer, type Transaction } from 'kafkajs';

export interface Order {
  id: string;
  customer: string;
  items: string[];
  gift: boolean;
}

type Step = (transaction: Transaction, order: Order) => Promise<unknown>;

const writeOrder: Step = (transaction, order) =>
  transaction.send({ topic: 'orders', messages: [{ key: order.id, value: JSON.stringify(order) }] });

const writeItems: Step = (transaction, order) =>
  transaction.send({
    topic: 'orders.items',
    messages: order.items.map((item) => ({ key: order.id, value: item })),
  });

const writeGiftWrapping: Step = async (transaction, order) => {
  if (!order.gift) {
    return;
  }
  await transaction.send({ topic: 'orders.gifts', messages: [{ key: order.id, value: order.customer }] });
};

const STEPS: readonly Step[] = [writeOrder, writeItems, writeGiftWrapping];

async function writeAll(transaction: Transaction, order: Order): Promise<void> {
  for (const step of STEPS) {
    await step(transaction, order);
  }
}

export class OrderWriter {
  private constructor(private readonly producer: Producer) {}

  static async create(brokers: string[], node: number): Promise<OrderWriter> {
    const producer = new Kafka({ clientId: 'order-writer', brokers }).producer({
      transactionalId: `order-writer-${node}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return new OrderWriter(producer);
  }

  write(order: Order): Promise<void> {
    return this.producer.transaction().then((transaction) =>
      writeAll(transaction, order).then(
        () => transaction.commit(),
        (reason) =>
          transaction.abort().then(
            () => Promise.reject(reason),
            (abortError) => Promise.reject(new AggregateError([reason, abortError], `order ${order.id} is in limbo`)),
          ),
      ),
    );
  }
}
