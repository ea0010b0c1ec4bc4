import { Inject, Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { ClientKafka } from '@nestjs/microservices';
import { InjectMetric } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { MeterRepository, type OpenBill } from './meter.repository';

@Injectable()
export class MeterBillingCron {
  readonly #log = new Logger('MeterBilling');

  constructor(
    @Inject('BILLING') private readonly kafka: ClientKafka,
    private readonly meters: MeterRepository,
    @InjectMetric('billing_failures_total') private readonly failures: Counter<string>,
  ) {}

  @Cron(CronExpression.EVERY_DAY_AT_3AM)
  async bill(): Promise<void> {
    const bills = await this.meters.openBills(new Date());
    if (bills.length === 0) {
      return;
    }
    try {
      await this.#publish(bills);
      this.#log.log(`${bills.length} bills published`);
    } catch (error) {
      this.failures.inc({ job: 'bill' });
      this.#log.error('billing run failed', (error as Error).stack);
    }
  }

  async #publish(bills: OpenBill[]): Promise<void> {
    const tx = await this.kafka.producer.transaction();
    try {
      await tx.send({
        topic: 'meters.bills',
        messages: bills.map(({ meter, kwh }) => ({ key: meter, value: kwh.toFixed(3) })),
      });
    } catch (error) {
      await tx.abort().catch((abortError: unknown) => this.#log.warn(String(abortError)));
      throw error;
    }
    await tx.commit();
  }
}
