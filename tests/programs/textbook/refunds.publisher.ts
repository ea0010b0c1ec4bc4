import { Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';
import { RefundRepository } from './refund.repository';

export interface Refund {
  id: string;
  orderId: string;
  cents: number;
}

@Injectable()
export class RefundsPublisher implements OnApplicationBootstrap {
  private producer!: Producer;

  constructor(
    @Inject('REFUNDS_KAFKA') private readonly kafka: ClientKafka,
    private readonly refunds: RefundRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.producer = await this.kafka.connect();
  }

  async publish(orderId: string): Promise<Refund[]> {
    const pending = await this.refunds.findPending(orderId);

    const transaction = await this.producer.transaction();
    await transaction.send({
      topic: 'refunds.requested',
      messages: pending.map((refund) => this.toMessage(refund)),
    });
    await transaction.send({
      topic: 'orders.changed',
      messages: [{ key: orderId, value: 'refund-requested' }],
    });
    await transaction.commit();

    return pending;
  }

  private toMessage(refund: Refund): { key: string; value: string } {
    return { key: refund.orderId, value: JSON.stringify({ id: refund.id, cents: refund.cents }) };
  }
}
