import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

export interface TenancyEnded {
  tenancyId: string;
  flatId: string;
  deposit: number;
}

/** Aborts, and never lets the abort's own failure hide why we are aborting. */
async function undo(tx: Transaction, reason: unknown, logger: Logger): Promise<never> {
  try {
    await tx.abort();
  } catch (abortErr) {
    logger.error('transaction not aborted', (abortErr as Error).stack);
  }
  throw reason;
}

@Controller()
export class TenancyController {
  private readonly logger = new Logger(TenancyController.name);

  // Errors leave the handler: the exceptions filter of the app stops the microservice and lets
  // the container be replaced, the event is delivered again to its successor.
  @EventPattern('tenancy.ended')
  async onTenancyEnded(@Payload() event: TenancyEnded, @Ctx() context: KafkaContext): Promise<void> {
    const producer: Producer = context.getProducer();
    const { offset } = context.getMessage();
    const consumerGroupId = 'tenancy-refunds-server';
    const topics = [
      {
        topic: context.getTopic(),
        partitions: [{ partition: context.getPartition(), offset: String(BigInt(offset) + 1n) }],
      },
    ];

    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'deposits.refundable',
        messages: [{ key: event.tenancyId, value: String(event.deposit) }],
      });
      await tx.send({ topic: 'flats.vacant', messages: [{ key: event.flatId, value: event.tenancyId }] });
      await tx.sendOffsets({ consumerGroupId, topics });
    } catch (err) {
      return undo(tx, err, this.logger);
    }
    await tx.commit();
  }
}
