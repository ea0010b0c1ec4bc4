import { Controller, Logger, UseInterceptors, type ExecutionContext } from '@nestjs/common';
import type { CallHandler, NestInterceptor } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload, RpcException } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';
import { tap, type Observable } from 'rxjs';

const GROUP = 'hotel-upgrades-server';

interface UpgradeRequested {
  booking: string;
  hotel: string;
  from: string;
  to: string;
}

class TimingInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Timing');

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const started = performance.now();
    const handler = context.getHandler().name;
    return next.handle().pipe(
      tap({ finalize: () => this.logger.debug(`${handler}: ${Math.round(performance.now() - started)} ms`) }),
    );
  }
}

@Controller()
@UseInterceptors(TimingInterceptor)
export class HotelUpgradesController {
  private readonly logger = new Logger(HotelUpgradesController.name);

  @EventPattern('upgrades.requested')
  async onRequested(@Payload() request: UpgradeRequested, @Ctx() context: KafkaContext): Promise<void> {
    const { offset } = context.getMessage();
    const position = { partition: context.getPartition(), offset: (BigInt(offset) + 1n).toString() };

    await this.inTransaction(context.getProducer(), async (tx) => {
      await tx.send({
        topic: `upgrades.${request.hotel}`,
        messages: [{ key: request.booking, value: JSON.stringify({ from: request.from, to: request.to }) }],
      });
      await tx.sendOffsets({
        consumerGroupId: GROUP,
        topics: [{ topic: context.getTopic(), partitions: [position] }],
      });
    });
  }

  private async inTransaction(producer: Producer, work: (tx: Transaction) => Promise<void>): Promise<void> {
    const tx = await producer.transaction();
    try {
      await work(tx);
    } catch (err) {
      await this.rollBack(tx);
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      throw new RpcException({ message: 'upgrade: outcome of the commit unknown', err });
    }
  }

  private async rollBack(tx: Transaction): Promise<void> {
    try {
      await tx.abort();
    } catch (err) {
      this.logger.warn(`abort failed: ${err}`);
    }
  }
}
