import { Controller, Inject, Logger } from '@nestjs/common';
import { ClientKafka, Ctx, KafkaContext, MessagePattern, Payload } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';

type Recall = { patient: string; dentist: string; months: number };

const plusOne = (offset: string): string => `${BigInt(offset) + 1n}`;

@Controller('recalls')
export class DentalRecallsController {
  private readonly logger = new Logger(DentalRecallsController.name);

  constructor(@Inject('MAIL_KAFKA') private readonly mail: ClientKafka) {}

  @MessagePattern('checkups.done')
  async recall(@Payload() recall: Recall, @Ctx() context: KafkaContext): Promise<{ patient: string }> {
    const tx = await context.getProducer().transaction();
    try {
      await tx.send({ topic: 'recalls.due', messages: [{ key: recall.patient, value: String(recall.months) }] });
      await context.getHeartbeat()();
      await tx.sendOffsets({ consumerGroupId: 'recalls', topics: [this.position(context)] });
    } catch (err) {
      await tx.abort().catch((abortErr: Error) => this.logger.warn(`abort: ${abortErr.message}`));
      throw err;
    }
    await tx.commit();

    await lastValueFrom(this.mail.emit('mail.recalls', { key: recall.patient, value: recall.dentist }));
    return { patient: recall.patient };
  }

  private position(context: KafkaContext) {
    const partition = context.getPartition();
    const { offset } = context.getMessage();
    return { topic: context.getTopic(), partitions: [{ partition, offset: plusOne(offset) }] };
  }
}
