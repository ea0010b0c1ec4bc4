import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

interface EmergencyCall {
  id: string;
  district: string;
  urgency: 1 | 2 | 3;
}

@Controller()
export class AmbulanceDispatchController {
  private readonly logger = new Logger(AmbulanceDispatchController.name);

  @EventPattern('calls.received')
  async dispatch(@Payload() call: EmergencyCall, @Ctx() context: KafkaContext): Promise<void> {
    const producer = context.getProducer();
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'ambulances.ordered', messages: [{ key: call.district, value: JSON.stringify(call) }] });
      if (call.urgency === 1) await this.journal(producer, call);
      await tx.sendOffsets({ consumerGroupId: 'dispatch', topics: [this.done(context)] });
    } catch (err) {
      await tx.abort().catch((e: unknown) => this.logger.error(`call ${call.id} not rolled back: ${e}`));
      throw err;
    }
    await tx.commit();
  }

  private done(context: KafkaContext) {
    const { offset } = context.getMessage();
    return { topic: context.getTopic(), partitions: [{ partition: context.getPartition(), offset }] };
  }

  private async journal(producer: Producer, call: EmergencyCall): Promise<void> {
    await producer.sendBatch({
      topicMessages: [{ topic: 'dispatch.journal', messages: [{ key: call.id, value: `urgent, ${call.district}` }] }],
    });
  }
}
