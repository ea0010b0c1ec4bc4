import { setTimeout as sleep } from 'node:timers/promises';
import { MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';
import type { BaseLogger } from 'pino';

export interface EmissionPermit {
  installation: string;
  year: number;
  tonnes: number;
}

class CommitFailedError extends Error {}

function isFenced(err: unknown): boolean {
  return MultipleErrors.isMultipleErrors(err as Error) && !!(err as MultipleErrors).findBy('apiId', 'PRODUCER_FENCED');
}

export class EmissionPermits {
  private readonly producer;

  constructor(
    brokers: string[],
    country: string,
    private readonly log: BaseLogger,
  ) {
    this.producer = new Producer({
      clientId: 'emission-permits',
      bootstrapBrokers: brokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `emission-permits-${country}`,
    });
  }

  async stop(): Promise<void> {
    await this.producer.close();
  }

  async grant(permits: EmissionPermit[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.grantOnce(permits);
        return;
      } catch (err) {
        if (!isFenced(err) || attempt === 5) throw err;
        this.log.warn({ attempt }, 'fenced by another instance, trying again');
        await sleep(attempt * 1_000);
      }
    }
  }

  private async grantOnce(permits: EmissionPermit[]): Promise<void> {
    const tx = await this.producer.beginTransaction();
    try {
      await tx.send({
        messages: permits.map((permit) => ({
          topic: 'emissions.permits',
          key: permit.installation,
          value: `${permit.year}:${permit.tonnes}`,
        })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => this.log.error({ abortErr }, 'abort failed'));
      throw err;
    }

    try {
      await tx.commit();
    } catch (cause) {
      await this.producer.close(true);
      throw new CommitFailedError('permits: outcome of the commit unknown', { cause });
    }
  }
}
