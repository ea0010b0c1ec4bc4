import { Controller, Inject, Logger } from '@nestjs/common';
import { ClientKafka, Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';

interface ReturnRequest {
  orderId: string;
  kind: 'refund' | 'exchange' | 'ping';
  lines: string[];
}

const GROUP_ID = 'returns-server';

@Controller()
export class ReturnsController {
  private readonly logger = new Logger(ReturnsController.name);

  constructor(@Inject('RETURNS_TX') private readonly client: ClientKafka) {}

  @EventPattern('returns.requested')
  async onRequest(@Payload() request: ReturnRequest, @Ctx() context: KafkaContext): Promise<void> {
    const topic = context.getTopic();
    const partition = context.getPartition();
    const offset = (BigInt(context.getMessage().offset) + 1n).toString();

    if (request.kind === 'ping') {
      // nothing is written for these, the offset alone moves on
      await context.getConsumer().commitOffsets([{ topic, partition, offset }]);
      return;
    }

    const producer = await this.client.connect();
    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: `returns.${request.kind}`,
        messages: request.lines.map((line) => ({ key: request.orderId, value: line })),
      });
      await transaction.sendOffsets({
        consumerGroupId: GROUP_ID,
        topics: [{ topic, partitions: [{ partition, offset }] }],
      });
    } catch (error) {
      await transaction.abort().catch((abortError) => {
        this.logger.error(`return of ${request.orderId} not rolled back`, abortError);
      });
      throw error;
    }
    await transaction.commit();
  }
}
