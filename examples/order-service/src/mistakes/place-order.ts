import kafkajs, { type Producer } from 'kafkajs';
import type { Order, Reply, Stock } from '../domain.js';

const { KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } = kafkajs;

const timedOut = (error: unknown): boolean =>
  error instanceof KafkaJSNumberOfRetriesExceeded &&
  error.cause instanceof KafkaJSProtocolError &&
  error.cause.type === 'REQUEST_TIMED_OUT';

export function createPlaceOrder({ producer, stock }: { producer: Producer; stock: Stock }) {
  /** `POST /orders` */
  return async function placeOrder(order: Order): Promise<Reply> {
    const transaction = await producer.transaction();

    if (!(await stock.covers(order.lines))) {
      // The transaction stays open: nobody else has the handle.
      return { status: 409, body: 'out of stock' };
    }

    for (let attempt = 1; ; attempt += 1) {
      try {
        await transaction.send({
          topic: 'orders.placed',
          messages: [{ key: order.id, value: JSON.stringify(order) }],
        });
        break;
      } catch (error) {
        // The first copy may have arrived: sent once more, the order is in the same transaction twice.
        if (timedOut(error) && attempt < 3) {
          continue;
        }
        await transaction.abort().catch(() => undefined);
        throw error;
      }
    }

    await transaction.commit();
    return { status: 201 };
  };
}
