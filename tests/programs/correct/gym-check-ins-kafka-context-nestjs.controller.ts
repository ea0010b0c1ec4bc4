import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';

interface CheckIn {
  member: string;
  gym: string;
  at: string;
}

@Controller()
export class GymCheckInsController {
  @EventPattern('gyms.check-ins')
  async onCheckIn(@Payload() checkIn: CheckIn, @Ctx() context: KafkaContext): Promise<void> {
    const { offset } = context.getMessage();
    const tx = await context.getProducer().transaction();

    try {
      await tx.send({
        topic: 'gyms.visits',
        messages: [{ key: checkIn.member, value: JSON.stringify(checkIn) }],
      });
      await tx.sendOffsets({
        consumerGroupId: 'gym-check-ins-server',
        topics: [
          {
            topic: context.getTopic(),
            partitions: [{ partition: context.getPartition(), offset: (BigInt(offset) + 1n).toString() }],
          },
        ],
      });
    } catch (error) {
      try {
        await tx.abort();
      } catch (abortError) {
        throw new AggregateError([error, abortError], `check-in of ${checkIn.member} not rolled back`);
      }
      throw error;
    }

    await tx.commit();
  }
}
