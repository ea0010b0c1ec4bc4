import { Inject, Injectable, Logger, ServiceUnavailableException } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Transaction } from '@nestjs/microservices/external/kafka.interface';

export class BookTattooDto {
  readonly artist!: string;
  readonly customer!: string;
  readonly motif!: string;
  readonly hours!: number;
}

@Injectable()
export class TattooBookingsService {
  private readonly logger = new Logger('TattooBookings');

  constructor(@Inject('STUDIO_KAFKA') private readonly kafka: ClientKafka) {}

  async book(dto: BookTattooDto): Promise<{ accepted: string }> {
    const tx = await (await this.kafka.connect()).transaction();
    try {
      await tx.send({ topic: 'studio.bookings', messages: [{ key: dto.artist, value: JSON.stringify(dto) }] });
      await tx.send({ topic: 'studio.customers', messages: [{ key: dto.customer, value: dto.motif }] });
    } catch (err) {
      await tx.abort().catch((e: unknown) => this.logger.warn(`abort: ${e}`));
      throw new ServiceUnavailableException('studio is closed', { cause: err });
    }
    await this.conclude(tx, dto);
    return { accepted: dto.customer };
  }

  private async conclude(tx: Transaction, dto: BookTattooDto): Promise<void> {
    try {
      await tx.commit();
    } catch (err) {
      switch ((err as { type?: string }).type) {
        case 'INVALID_PRODUCER_EPOCH':
          throw new ServiceUnavailableException('another instance took over', { cause: err });
        default:
          this.logger.error(`booking of ${dto.customer} hangs`, (err as Error).stack);
      }
    }
  }
}
