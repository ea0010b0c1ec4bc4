import retry from 'async-retry';
import { Producer, stringSerializers } from '@platformatic/kafka';
import type { DataSource, QueryRunner } from 'typeorm';
import { Order } from './order.entity';
import { OutboxMessage } from './outbox-message.entity';

const producer = new Producer({
  clientId: 'order-outbox',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  retries: 3,
});

export class OrderOutbox {
  constructor(private readonly dataSource: DataSource) {}

  /** The order and its message are stored in one transaction of the database. */
  async place(order: Order): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    try {
      await runner.manager.save(order);
      await runner.manager.save(OutboxMessage.for(order));
      await runner.commitTransaction();
    } catch (error) {
      await runner.rollbackTransaction();
      throw error;
    } finally {
      await runner.release();
    }
  }

  async drain(): Promise<number> {
    const runner = this.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      const pending = await runner.manager.find(OutboxMessage, { take: 50, order: { id: 'ASC' } });
      for (const message of pending) {
        await this.deliver(message);
        await runner.manager.remove(message);
      }
      await runner.commitTransaction();
      return pending.length;
    } catch (error) {
      return this.giveUp(runner, error);
    } finally {
      await runner.release();
    }
  }

  private async deliver({ topic, key, payload }: OutboxMessage): Promise<void> {
    await retry(() => producer.send({ messages: [{ topic, key, value: payload }] }), { retries: 5, factor: 2 });
  }

  private async giveUp(runner: QueryRunner, error: unknown): Promise<number> {
    await runner.rollbackTransaction();
    console.error('outbox not drained', error);
    return 0;
  }
}
