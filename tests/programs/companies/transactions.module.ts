import { Global, Inject, Injectable, Logger, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Kafka, type Producer, type ProducerConfig, type Transaction } from 'kafkajs';

export const KAFKA = Symbol('KAFKA');
export const TX_OPTIONS = Symbol('TX_OPTIONS');

export type TransactionalWork<T> = (tx: Transaction) => Promise<T>;

const transactionalDefaults = {
  idempotent: true,
  maxInFlightRequests: 1,
  retry: { retries: 6 },
} satisfies ProducerConfig;

@Injectable()
export class TransactionRunner implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(TransactionRunner.name);
  private producer: Producer;

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    @Inject(TX_OPTIONS) private readonly options: { transactionalId: string },
  ) {
    this.producer = this.create();
  }

  async onModuleInit(): Promise<void> {
    await this.producer.connect();
    this.logger.log(`transactional producer ${this.options.transactionalId} is ready`);
  }

  async onModuleDestroy(): Promise<void> {
    await this.producer.disconnect();
  }

  async run<T>(work: TransactionalWork<T>): Promise<T> {
    const tx = await this.producer.transaction();
    const result = await Promise.resolve(tx)
      .then(work)
      .catch(async (error: unknown) => {
        await this.rollBack(tx);
        throw error;
      });
    await tx.commit().catch(async (error: unknown) => {
      await this.replace();
      throw error;
    });
    return result;
  }

  private async rollBack(tx: Transaction): Promise<void> {
    try {
      await tx.abort();
    } catch (error) {
      this.logger.error('abort failed, the producer is replaced', error as Error);
      await this.replace();
    }
  }

  private async replace(): Promise<void> {
    const spent = this.producer;
    this.producer = this.create();
    await spent.disconnect().catch((error: unknown) => this.logger.warn(`spent producer not closed: ${error}`));
    await this.producer.connect();
  }

  private create(): Producer {
    return this.kafka.producer({ ...transactionalDefaults, ...this.options });
  }
}

@Global()
@Module({
  imports: [ConfigModule],
  providers: [
    {
      provide: KAFKA,
      inject: [ConfigService],
      useFactory: (config: ConfigService) =>
        new Kafka({ clientId: config.getOrThrow('APP'), brokers: config.getOrThrow<string>('BROKERS').split(',') }),
    },
    {
      provide: TX_OPTIONS,
      inject: [ConfigService],
      useFactory: (config: ConfigService) => ({ transactionalId: `${config.get('APP')}-${config.get('POD_ORDINAL')}` }),
    },
    TransactionRunner,
  ],
  exports: [TransactionRunner],
})
export class TransactionsModule {}
