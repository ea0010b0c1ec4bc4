import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';

export interface Parcel {
  id: string;
  grams: number;
}

const band = (grams: number): string => (grams < 1000 ? 'light' : 'heavy');

@Controller()
export class SortingController {
  @EventPattern('parcels.weighed')
  async sort(@Payload() parcel: Parcel, @Ctx() context: KafkaContext): Promise<void> {
    const { offset } = context.getMessage();
    const next = (BigInt(offset) + 1n).toString();

    const tx = await context.getProducer().transaction();
    try {
      await tx.send({
        topic: `parcels.${band(parcel.grams)}`,
        messages: [{ key: parcel.id, value: String(parcel.grams) }],
      });
      await tx.sendOffsets({
        consumerGroupId: 'sorting-server',
        topics: [
          {
            topic: context.getTopic(),
            partitions: [{ partition: context.getPartition(), offset: next }],
          },
        ],
      });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `parcel ${parcel.id} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
  }
}
