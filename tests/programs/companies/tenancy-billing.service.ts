import { Inject, Injectable, InternalServerErrorException, Logger } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { Repository } from 'typeorm';
import { TenancyEntity } from './tenancy.entity';

type BillingRun = { month: string; tenancies: number };

@Injectable()
export class TenancyBillingService implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('TenancyBilling');

  constructor(
    @Inject('BILLING_CLIENT') private readonly client: ClientKafka,
    private readonly tenancies: Repository<TenancyEntity>,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.client.connect();
  }

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }

  async bill(month: string): Promise<BillingRun> {
    const due = await this.tenancies.findBy({ active: true });
    const producer = await this.client.connect();
    const transaction = await producer.transaction();

    try {
      for (const tenancy of due) {
        await transaction.send({
          topic: 'billing.invoices',
          messages: [{ key: tenancy.id, value: JSON.stringify({ month, rent: tenancy.rent }) }],
        });
      }
      await transaction.send({
        topic: 'billing.runs',
        messages: [{ key: month, value: String(due.length) }],
      });
      await transaction.commit();
    } catch (cause) {
      this.log.error(`billing of ${month} failed`, cause as Error);
      try {
        await transaction.abort();
      } catch (abortError) {
        this.log.warn(`abort of ${month} failed: ${abortError}`);
      }
      throw new InternalServerErrorException('billing failed', { cause: cause as Error });
    }

    return { month, tenancies: due.length };
  }
}
