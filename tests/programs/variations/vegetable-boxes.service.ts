import { Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Kafka, type Producer } from 'kafkajs';
import { BoxStore, type Box } from './box.store';

@Injectable()
export class VegetableBoxes implements OnModuleInit {
  private readonly logger = new Logger(VegetableBoxes.name);
  private readonly producer: Producer;

  constructor(
    kafka: Kafka,
    private readonly boxes: BoxStore,
  ) {
    this.producer = kafka.producer({ transactionalId: 'vegetable-boxes', idempotent: true, maxInFlightRequests: 1 });
  }

  async onModuleInit(): Promise<void> {
    await this.producer.connect();
  }

  private async announce(packed: Box[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'boxes.packed',
        messages: packed.map((box) => ({ key: box.customer, value: JSON.stringify(box) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => this.logger.warn(`boxes not rolled back: ${String(abortErr)}`));
      throw err;
    }
    await tx.commit();
  }

  @Cron(CronExpression.EVERY_10_MINUTES)
  async announcePacked(): Promise<void> {
    const packed = await this.boxes.packed();
    try {
      await this.announce(packed);
    } catch (err) {
      this.logger.error(`${packed.length} boxes not announced`, err instanceof Error ? err.stack : err);
    }
    this.logger.debug('round finished');
  }
}
