import type { Producer } from 'kafkajs';
import pRetry from 'p-retry';
import type { Log, Order, Payment } from '../domain.js';

export function createRefunds({ producer, log }: { producer: Producer; log: Log }) {
  /** A producer that was fenced, or whose commit failed, fails in every further round, too. */
  function refund(payment: Payment): Promise<void> {
    return pRetry(
      async () => {
        const transaction = await producer.transaction();
        try {
          await transaction.send({
            topic: 'payments.refunded',
            messages: [{ key: payment.id, value: JSON.stringify(payment) }],
          });
        } catch (error) {
          await transaction.abort().catch((abortError: unknown) => {
            log.warn('the abort failed, too', abortError);
          });
          throw error;
        }
        await transaction.commit();
      },
      { retries: 5 },
    );
  }

  /** `forEach` waits for nobody: the commit does not have the records, and their errors reach no one. */
  async function returnLines(order: Order): Promise<void> {
    const transaction = await producer.transaction();
    order.lines.forEach(async (line) => {
      await transaction.send({
        topic: 'stock.returned',
        messages: [{ key: line.sku, value: String(line.quantity) }],
      });
    });
    await transaction.commit();
  }

  return { refund, returnLines };
}
