import { Controller, Inject } from '@nestjs/common';
import { ClientKafka, Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';
import { DataSource, QueryFailedError, QueryRunner } from 'typeorm';
import { Ledger } from './ledger.entity';

@Controller()
export class LedgerController {
  constructor(
    private readonly dataSource: DataSource,
    @Inject('KAFKA') private readonly kafka: ClientKafka,
  ) {}

  @EventPattern('payments.settled')
  async settled(@Payload() payment: { id: string; cents: number }, @Ctx() context: KafkaContext): Promise<void> {
    const transaction = this.dataSource.createQueryRunner();
    await transaction.connect();
    await transaction.startTransaction('SERIALIZABLE');
    try {
      await this.book(transaction, payment);
      this.kafka.emit('ledger.booked', { key: payment.id, value: payment });
      await transaction.commitTransaction();
    } catch (err) {
      await transaction.rollbackTransaction();
      if (err instanceof QueryFailedError && err.driverError.code === '40001') {
        return this.settled(payment, context);
      }
      console.error(`payment ${payment.id} not booked`, err);
    } finally {
      await transaction.release();
    }

    const { offset } = context.getMessage();
    await context
      .getConsumer()
      .commitOffsets([{ topic: context.getTopic(), partition: context.getPartition(), offset: `${BigInt(offset) + 1n}` }]);
  }

  private book(runner: QueryRunner, payment: { id: string; cents: number }): Promise<unknown> {
    return runner.manager.insert(Ledger, { reference: payment.id, cents: payment.cents });
  }
}
