import { Inject, Injectable, Logger, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

interface ClaimEvent {
  claimId: string;
  kind: 'opened' | 'assessed' | 'settled';
  body: Record<string, unknown>;
}

@Injectable()
export class ClaimsEventsService implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(ClaimsEventsService.name);
  private producer: Producer | null = null;

  constructor(@Inject('CLAIMS_KAFKA') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    await this.client.connect();
    this.producer = await this.open();
  }

  async onModuleDestroy(): Promise<void> {
    await this.producer?.disconnect();
    await this.client.close();
  }

  async publish(events: ClaimEvent[]): Promise<void> {
    await this.inTransaction(async (tx) => {
      const byKind = Object.groupBy(events, (event) => event.kind);
      for (const [kind, list] of Object.entries(byKind)) {
        await tx.send({
          topic: `claims.${kind}`,
          messages: (list ?? []).map((event) => ({ key: event.claimId, value: JSON.stringify(event.body) })),
        });
      }
    });
  }

  private async inTransaction(work: (tx: Transaction) => Promise<void>): Promise<void> {
    const producer = (this.producer ??= await this.open());
    const tx = await producer.transaction();
    try {
      await work(tx);
    } catch (error) {
      try {
        await tx.abort();
      } catch (abortError) {
        this.logger.warn(`abort failed: ${abortError}`);
        await this.discard(producer);
      }
      throw error;
    }
    try {
      await tx.commit();
    } catch (error) {
      await this.discard(producer);
      throw error;
    }
  }

  /** A kafkajs producer is of no use after a failed end of a transaction: the next call opens another. */
  private async discard(producer: Producer): Promise<void> {
    this.producer = null;
    await producer.disconnect().catch((error) => this.logger.warn(`disconnect failed: ${error}`));
  }

  private async open(): Promise<Producer> {
    const kafka = this.client.unwrap<{ producer(config: object): Producer }>() as any;
    const producer: Producer = kafka.producer({
      transactionalId: `claims-${process.env.POD_NAME}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }
}
