import { Kafka, type Producer } from 'kafkajs';

export interface Refund {
  id: string;
  paymentId: string;
  amount: number;
  requestedBy: string;
}

export class RefundsService {
  readonly #producer: Producer;

  constructor(kafka: Kafka, private readonly isRefundable: (paymentId: string) => Promise<boolean>) {
    this.#producer = kafka.producer({
      transactionalId: 'refunds-service',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async init(): Promise<this> {
    await this.#producer.connect();
    return this;
  }

  async refund(refund: Refund): Promise<void> {
    if (!(await this.isRefundable(refund.paymentId))) {
      throw new RangeError(`payment ${refund.paymentId} cannot be refunded`);
    }
    const tx = await this.#producer.transaction();
    try {
      await tx.send({
        topic: 'refunds.approved',
        messages: [{ key: refund.paymentId, value: JSON.stringify(refund) }],
      });
      await this.#audit(refund);
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `refund ${refund.id} neither sent nor rolled back`);
      }
      throw err;
    }
    await tx.commit();
  }

  async #audit(refund: Refund): Promise<void> {
    await this.#producer.send({ topic: 'audit.refunds', messages: [{ key: refund.requestedBy, value: refund.id }] });
  }
}
