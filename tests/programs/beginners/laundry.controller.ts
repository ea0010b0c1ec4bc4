import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';

interface LaundryBag {
  room: number;
  pieces: string[];
}

const next = (offset: string) => `${BigInt(offset) + 1n}`;

@Controller()
export default class LaundryController {
  @EventPattern('laundry.bags')
  async bag(@Payload() bag: LaundryBag, @Ctx() context: KafkaContext) {
    const producer = context.getProducer();
    const { offset } = context.getMessage();
    const topic = context.getTopic();
    const partition = context.getPartition();

    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'laundry.pieces',
        messages: bag.pieces.map((piece) => ({ key: String(bag.room), value: piece })),
      });
      await tx.sendOffsets({
        consumerGroupId: 'laundry-server',
        topics: [{ topic, partitions: [{ partition, offset: next(offset) }] }],
      });
    } catch (e) {
      const problems: any[] = [e];
      await tx.abort().catch((abortError) => problems.push(abortError));
      throw problems.length > 1 ? new AggregateError(problems) : e;
    }
    await tx.commit();
  }
}
