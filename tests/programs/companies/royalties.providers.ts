import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, OnApplicationShutdown, type FactoryProvider } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { Kafka, type Producer } from 'kafkajs';

export const ROYALTIES_PRODUCER = 'ROYALTIES_PRODUCER';

/** One shared producer for the module, connected before anyone may inject it. */
export const royaltiesProducer: FactoryProvider<Promise<Producer>> = {
  provide: ROYALTIES_PRODUCER,
  inject: [ConfigService],
  useFactory: async (config: ConfigService) => {
    const kafka = new Kafka({
      clientId: 'royalties',
      brokers: config.getOrThrow<string>('KAFKA_BROKERS').split(','),
      ssl: config.get('KAFKA_SSL') === 'true',
    });
    const instanceId = randomUUID();
    const producer = kafka.producer({
      transactionalId: `royalties-${instanceId}`,
      idempotent: true,
      maxInFlightRequests: 1,
      transactionTimeout: config.get('KAFKA_TX_TIMEOUT', 30_000),
    });
    await producer.connect();
    return producer;
  },
};

export interface RoyaltyStatement {
  workId: string;
  plays: number;
  owed: number;
}

@Injectable()
export class RoyaltiesPublisher implements OnApplicationShutdown {
  private readonly logger = new Logger('Royalties');

  constructor(@Inject(ROYALTIES_PRODUCER) private readonly producer: Producer) {}

  async onApplicationShutdown(signal?: string): Promise<void> {
    this.logger.log(`closing the producer on ${signal ?? 'shutdown'}`);
    await this.producer.disconnect();
  }

  async publish(quarter: string, statements: RoyaltyStatement[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'royalties.statements',
        messages: statements.map((statement) => ({
          key: statement.workId,
          value: JSON.stringify({ quarter, ...statement }),
        })),
      });
      await tx.send({ topic: 'royalties.closings', messages: [{ key: quarter, value: 'closed' }] });
    } catch (error) {
      this.logger.error(`statements of ${quarter} not published`, error as Error);
      await tx.abort().catch((abortError) => this.logger.warn(`abort failed: ${abortError}`));
      throw error;
    }
    await tx.commit();
  }
}
