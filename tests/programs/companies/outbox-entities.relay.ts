import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Kafka, type Producer } from 'kafkajs';
import { DataSource, type QueryRunner } from 'typeorm';
import { OutboxEntity } from './outbox.entity';

@Injectable()
export class OutboxEntitiesRelay implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(OutboxEntitiesRelay.name);
  private readonly producer: Producer;
  private running = false;
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    kafka: Kafka,
  ) {
    this.producer = kafka.producer({ idempotent: true, allowAutoTopicCreation: false });
  }

  async onModuleInit(): Promise<void> {
    await this.producer.connect();
    this.running = true;
    this.loop = this.poll();
  }

  async onModuleDestroy(): Promise<void> {
    this.running = false;
    await this.loop;
    await this.producer.disconnect();
  }

  private async poll(): Promise<void> {
    while (this.running) {
      const relayed = await this.relay(100).catch((error: Error) => {
        this.logger.error('page not relayed', error.stack);
        return 0;
      });
      if (relayed === 0) await sleep(1_000);
    }
  }

  private async relay(limit: number): Promise<number> {
    const runner: QueryRunner = this.dataSource.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    try {
      const rows = await runner.manager.find(OutboxEntity, {
        take: limit,
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      for (const row of rows) {
        await this.sendWithRetry(row);
      }
      await runner.manager.remove(rows);
      await runner.commitTransaction();
      return rows.length;
    } catch (error) {
      await runner.rollbackTransaction();
      throw error;
    } finally {
      await runner.release();
    }
  }

  private async sendWithRetry(row: OutboxEntity, attempts = 3): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        await this.producer.send({ topic: row.topic, messages: [{ key: row.key, value: row.payload }] });
        return;
      } catch (error) {
        if (attempt === attempts) throw error;
        await sleep(attempt * 200);
      }
    }
  }
}
