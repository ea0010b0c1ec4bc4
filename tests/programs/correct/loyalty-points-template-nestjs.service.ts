import { Inject, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';
import { KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
import type { Points } from './points.entity';

@Injectable()
export class LoyaltyPointsService implements OnModuleInit {
  private readonly logger = new Logger(LoyaltyPointsService.name);
  private producer!: Producer;

  constructor(@Inject('LOYALTY_KAFKA') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async credit(points: Points[]): Promise<void> {
    try {
      const transaction = await this.producer.transaction();
      try {
        await transaction.send({
          topic: 'loyalty.points',
          messages: points.map((p) => ({ key: p.customer, value: JSON.stringify(p) })),
        });
      } catch (error) {
        if (error instanceof KafkaJSNumberOfRetriesExceeded) {
          await this.rollBack(transaction);
        }
        throw error;
      }
      await transaction.commit();
    } catch (error) {
      this.logger.error('points not credited', (error as Error).stack);
      if (!(error instanceof KafkaJSNumberOfRetriesExceeded)) {
        await this.client.close().catch((closeError) => this.logger.warn(String(closeError)));
      }
      throw error;
    }
  }

  private async rollBack(transaction: Transaction): Promise<void> {
    try {
      await transaction.abort();
    } catch (abortError) {
      this.logger.warn(`points not rolled back: ${String(abortError)}`);
      await this.client.close();
    }
  }
}
