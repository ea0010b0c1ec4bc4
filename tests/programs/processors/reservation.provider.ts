import { Inject, Injectable, Logger, OnApplicationShutdown, OnModuleInit, ServiceUnavailableException } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

export class ReserveTableDto {
  readonly restaurant!: string;
  readonly table!: number;
  readonly guests!: number;
}

@Injectable()
export class ReservationService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ReservationService.name);
  private producer!: Producer;
  private draining = false;

  constructor(@Inject('RESERVATIONS') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async onApplicationShutdown(signal?: string): Promise<void> {
    this.logger.log(`draining after ${signal}`);
    this.draining = true;
    await this.client.close();
  }

  async reserve(dto: ReserveTableDto): Promise<{ accepted: true }> {
    if (this.draining) throw new ServiceUnavailableException('shutting down');
    const tx = await this.begin();
    try {
      await Promise.all([
        tx.send({ topic: 'reservations', messages: [{ key: dto.restaurant, value: JSON.stringify(dto) }] }),
        tx.send({ topic: 'reservations.load', messages: [{ key: dto.restaurant, value: `${dto.guests}` }] }),
      ]);
    } catch (cause) {
      await this.rollBack(tx);
      throw new ServiceUnavailableException('reservation not stored', { cause });
    }
    await this.finish(tx);
    return { accepted: true };
  }

  private async begin(): Promise<Transaction> {
    try {
      return await this.producer.transaction();
    } catch (cause) {
      throw new ServiceUnavailableException('no transaction', { cause });
    }
  }

  private async rollBack(tx: Transaction): Promise<void> {
    try {
      await tx.abort();
    } catch (err) {
      this.logger.error('abort failed', err);
    }
  }

  private async finish(tx: Transaction): Promise<void> {
    try {
      await tx.commit();
    } catch (cause) {
      throw new ServiceUnavailableException('reservation may or may not be stored', { cause });
    }
  }
}
