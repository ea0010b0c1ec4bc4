import { Inject, Injectable, InternalServerErrorException, Logger, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, Transaction } from 'kafkajs';

export interface CapturePaymentDto {
  paymentId: string;
  orderId: string;
  amount: number;
  currency: 'EUR' | 'USD';
}

@Injectable()
export class PaymentsService implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(PaymentsService.name);
  private producer: Producer;

  constructor(@Inject('KAFKA_CLIENT') private readonly client: ClientKafka) {}

  async onModuleInit() {
    this.producer = (await this.client.connect()) as Producer;
  }

  async onModuleDestroy() {
    await this.client.close();
  }

  async capture(dto: CapturePaymentDto): Promise<{ paymentId: string }> {
    const tx = await this.producer.transaction();
    try {
      await this.write(tx, dto);
    } catch (error) {
      await this.rollback(tx);
      this.logger.error(`payment ${dto.paymentId} not captured`);
      throw new InternalServerErrorException('payment not captured', { cause: error });
    }
    await tx.commit();
    this.logger.log(`payment ${dto.paymentId} captured`);
    return { paymentId: dto.paymentId };
  }

  private async write(tx: Transaction, dto: CapturePaymentDto) {
    const value = JSON.stringify(dto);
    await tx.send({ topic: 'payments.captured', messages: [{ key: dto.paymentId, value }] });
    await tx.send({ topic: 'orders.paid', messages: [{ key: dto.orderId, value }] });
  }

  private async rollback(tx: Transaction) {
    try {
      await tx.abort();
    } catch (e) {
      this.logger.warn(`abort failed: ${(e as Error).message}`);
    }
  }
}
