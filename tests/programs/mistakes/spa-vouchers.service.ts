import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

@Injectable()
export class SpaVouchers {
  constructor(@Inject('SPA') private readonly client: ClientKafka) {}

  async redeem(voucher: string, guest: string): Promise<void> {
    const tx = await this.client.producer.transaction();
    try {
      await tx.send({ topic: 'spa.redeemed', messages: [{ key: voucher, value: guest }] });
      await tx.send({ topic: 'spa.guests', messages: [{ key: guest, value: voucher }] });
    } finally {
      await tx.commit();
    }
  }
}
