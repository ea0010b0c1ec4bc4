import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';
import { DataSource } from 'typeorm';
import { Refund, RefundCommand } from './refund';

@CommandHandler(RefundCommand)
export class RefundHandler implements ICommandHandler<RefundCommand> {
  constructor(
    private readonly dataSource: DataSource,
    @Inject('KAFKA') private readonly client: ClientKafka,
  ) {}

  async execute({ orderId, cents }: RefundCommand): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.manager.insert(Refund, { orderId, cents });
      await runner.commitTransaction();
    } catch (err) {
      await runner.rollbackTransaction();
      throw err;
    } finally {
      await runner.release();
    }
    const producer: Producer = await this.client.connect();
    await this.publish(producer, orderId, cents);
  }

  private async publish(producer: Producer, orderId: string, cents: number): Promise<void> {
    const transaction = await producer.transaction();
    const failure = await transaction
      .send({ topic: 'refunds', messages: [{ key: orderId, value: String(cents) }] })
      .then(() => null, (err: Error) => ({ err }));
    if (failure) {
      await transaction.abort().catch((abortErr: Error) => console.error('abort failed', abortErr.message));
      throw failure.err;
    }
    await transaction.commit();
  }
}
