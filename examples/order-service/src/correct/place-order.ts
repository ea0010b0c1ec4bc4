import type { Producer } from 'kafkajs';
import type { Log, Order, Reply, Stock } from '../domain.js';

export function createPlaceOrder({ producer, stock, log }: { producer: Producer; stock: Stock; log: Log }) {
  /** `POST /orders` */
  return async function placeOrder(order: Order): Promise<Reply> {
    // Whatever may say no is asked before the transaction begins.
    if (!(await stock.covers(order.lines))) {
      return { status: 409, body: 'out of stock' };
    }

    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: 'orders.placed',
        messages: [{ key: order.id, value: JSON.stringify(order) }],
      });
    } catch (error) {
      // The client has spent its own retries. What is left is to abort, and to let the customer try again.
      await transaction.abort().catch((abortError: unknown) => {
        log.warn('the abort failed, too', abortError);
      });
      throw error;
    }

    await transaction.commit();
    return { status: 201 };
  };
}
