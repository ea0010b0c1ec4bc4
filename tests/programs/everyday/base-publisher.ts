import { Kafka, type Producer, type Transaction } from 'kafkajs';
import { config } from './config';

export abstract class BasePublisher<T> {
  protected readonly producer: Producer;

  protected constructor(name: string) {
    this.producer = new Kafka({ clientId: name, brokers: config.brokers }).producer({
      transactionalId: `${name}-${config.instance}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  protected abstract write(tx: Transaction, event: T): Promise<void>;

  async publish(event: T): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await this.write(tx, event);
    } catch (error) {
      try {
        await tx.abort();
      } catch (abortError) {
        console.error('abort failed', abortError);
      }
      throw new Error(`${this.constructor.name}: not published`, { cause: error });
    }
    await tx.commit();
  }

  connect = (): Promise<void> => this.producer.connect();
  close = (): Promise<void> => this.producer.disconnect();
}

export interface Refund {
  orderId: string;
  cents: number;
  reason?: string;
}

export class RefundPublisher extends BasePublisher<Refund> {
  constructor() {
    super('refunds');
  }

  protected override async write(tx: Transaction, refund: Refund): Promise<void> {
    await tx.send({ topic: 'refunds', messages: [{ key: refund.orderId, value: JSON.stringify(refund) }] });
    if (refund.reason) {
      await tx.send({ topic: 'refund-reasons', messages: [{ key: refund.orderId, value: refund.reason }] });
    }
  }
}
