import kafkajs, { type Producer } from 'kafkajs';
import type { Log, Order, Payment } from '../domain.js';

const { KafkaJSNumberOfRetriesExceeded } = kafkajs;

export function createRefunds({ producer, log }: { producer: Producer; log: Log }) {
  /** Starts anew only after a send that timed out and an abort that succeeded; never after a commit. */
  async function refund(payment: Payment): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const transaction = await producer.transaction();
      try {
        await transaction.send({
          topic: 'payments.refunded',
          messages: [{ key: payment.id, value: JSON.stringify(payment) }],
        });
      } catch (error) {
        try {
          await transaction.abort();
        } catch (abortError) {
          throw new AggregateError(
            [error, abortError],
            `refund ${payment.id} is neither written nor rolled back`,
          );
        }
        if (!(error instanceof KafkaJSNumberOfRetriesExceeded) || attempt === 5) {
          throw error;
        }
        log.warn('the refund is written again', error);
        continue;
      }
      await transaction.commit();
      return;
    }
  }

  async function returnLines(order: Order): Promise<void> {
    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: 'stock.returned',
        messages: order.lines.map((line) => ({ key: line.sku, value: String(line.quantity) })),
      });
    } catch (error) {
      await transaction.abort().catch((abortError: unknown) => {
        log.warn('the abort failed, too', abortError);
      });
      throw error;
    }
    await transaction.commit();
  }

  return { refund, returnLines };
}
