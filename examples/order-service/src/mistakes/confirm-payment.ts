import type { Producer } from 'kafkajs';
import type { Payment } from '../domain.js';

export function createPayments({ producer }: { producer: Producer }) {
  async function confirm(payment: Payment): Promise<void> {
    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: 'payments.confirmed',
        messages: [{ key: payment.id, value: JSON.stringify(payment) }],
      });
      await transaction.send({
        topic: 'orders.paid',
        messages: [{ key: payment.orderId, value: payment.id }],
      });
      await transaction.commit();
    } catch (error) {
      // A commit that timed out lands here, too. It may have happened; the handle has ended, and this abort's own
      // error hides the one that matters.
      await transaction.abort();
      throw error;
    }
  }

  async function reverse(payment: Payment): Promise<void> {
    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: 'payments.reversed',
        messages: [{ key: payment.id, value: JSON.stringify(payment) }],
      });
    } catch (error) {
      // If this abort fails, `error` is lost.
      await transaction.abort();
      throw error;
    }
    await transaction.commit();
  }

  return { confirm, reverse };
}
