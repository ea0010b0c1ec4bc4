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
    } catch (error) {
      try {
        await transaction.abort();
      } catch (abortError) {
        throw new AggregateError(
          [error, abortError],
          `payment ${payment.id} is neither confirmed nor rolled back`,
        );
      }
      throw error;
    }
    // Outside: once a commit is on its way, there is nothing to abort. Whoever called learns that it failed.
    await transaction.commit();
  }

  async function reverse(payment: Payment): Promise<void> {
    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: 'payments.reversed',
        messages: [{ key: payment.id, value: JSON.stringify(payment) }],
      });
    } catch (error) {
      try {
        await transaction.abort();
      } catch (abortError) {
        throw new AggregateError(
          [error, abortError],
          `payment ${payment.id} is neither reversed nor rolled back`,
        );
      }
      throw error;
    }
    await transaction.commit();
  }

  return { confirm, reverse };
}
