import { Inject, Injectable, Logger, ServiceUnavailableException } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export interface Payout {
  id: string;
  seller: string;
  cents: number;
}

@Injectable()
export class PayoutsService {
  private readonly logger = new Logger(PayoutsService.name);

  constructor(@Inject('PAYOUTS_KAFKA') private readonly client: ClientKafka) {}

  async pay(payouts: Payout[]): Promise<{ paid: number }> {
    const tx = await this.client.producer.transaction();
    const progress = { sent: 0, handedOver: false };
    try {
      for (const payout of payouts) {
        await tx.send({
          topic: 'payouts.ordered',
          messages: [{ key: payout.seller, value: JSON.stringify(payout), headers: { id: payout.id } }],
        });
        progress.sent++;
      }
      progress.handedOver = true;
      await tx.commit();
    } catch (cause) {
      if (!progress.handedOver) {
        this.logger.warn(`rolling back ${progress.sent} payouts`);
        await tx.abort().catch((abortError) => this.logger.error('abort failed', abortError));
      }
      throw new ServiceUnavailableException('payouts were not ordered', { cause });
    }
    return { paid: progress.sent };
  }
}
