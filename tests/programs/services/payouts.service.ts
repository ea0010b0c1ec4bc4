import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Kafka, Producer } from 'kafkajs';

export interface Payout {
  iban: string;
  cents: number;
}

@Injectable()
export class PayoutsService {
  private readonly logger = new Logger(PayoutsService.name);
  private producer?: Producer;

  constructor(@Inject('PAYOUTS_KAFKA') private readonly client: ClientKafka) {}

  private async open(): Promise<Producer> {
    if (!this.producer) {
      const producer = this.client.unwrap<Kafka>().producer({
        transactionalId: 'payouts-service',
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await producer.connect();
      this.producer = producer;
    }
    return this.producer;
  }

  async pay(payouts: Payout[], secondTry = false): Promise<void> {
    const producer = await this.open();
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'payouts',
        messages: payouts.map((payout) => ({ key: payout.iban, value: String(payout.cents) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => this.logger.error('abort failed', abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      this.producer = undefined;
      await producer.disconnect();
      if (secondTry) throw err;
      this.logger.warn('commit failed, paying through a fresh producer');
      await this.pay(payouts, true);
    }
  }
}
