import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Transaction } from '@nestjs/microservices/external/kafka.interface';

export interface Rental {
  cottage: string;
  guest: string;
  week: number;
}

@Injectable()
export class CottageRentalsService {
  private readonly logger = new Logger(CottageRentalsService.name);

  constructor(@Inject('RENTALS') private readonly client: ClientKafka) {}

  async rent(rental: Rental): Promise<boolean> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();
    try {
      await this.stage(tx, rental);
    } catch (err) {
      this.logger.warn(`cottage ${rental.cottage} not rented: ${String(err)}`);
      await tx.abort().catch((abortErr) => this.logger.error('abort failed', abortErr));
      return false;
    }
    await tx.commit();
    return true;
  }

  private async stage(tx: Transaction, { cottage, guest, week }: Rental): Promise<void> {
    await tx.send({ topic: 'cottages.rented', messages: [{ key: cottage, value: `${week}:${guest}` }] });
    await tx.send({ topic: 'guests.invoices', messages: [{ key: guest, value: `${cottage}/${week}` }] });
  }
}
