import { HttpException, HttpStatus, Inject, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

export interface TransferDto {
  from: string;
  to: string;
  amount: number;
  currency: string;
}

@Injectable()
export class AccountsService implements OnModuleInit {
  private readonly logger = new Logger(AccountsService.name);
  private producer!: Producer;

  constructor(@Inject('ACCOUNTS_KAFKA') private readonly kafkaClient: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.kafkaClient.connect();
  }

  async transfer(dto: TransferDto): Promise<{ status: 'accepted' }> {
    const transaction = await this.producer.transaction();

    try {
      await transaction.send({
        topic: 'accounts.debited',
        messages: [{ key: dto.from, value: this.amountOf(dto) }],
      });
      await transaction.send({
        topic: 'accounts.credited',
        messages: [{ key: dto.to, value: this.amountOf(dto) }],
      });
      await transaction.commit();

      return { status: 'accepted' };
    } catch (error) {
      this.logger.error(`transfer from ${dto.from} to ${dto.to} failed`, error);
      await transaction.abort();
      throw new HttpException('transfer failed', HttpStatus.SERVICE_UNAVAILABLE, { cause: error });
    }
  }

  private amountOf({ amount, currency }: TransferDto): string {
    return JSON.stringify({ amount, currency });
  }
}
