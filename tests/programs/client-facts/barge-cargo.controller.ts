import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';
import { z } from 'zod';

const Cargo = z.object({ barge: z.string(), tons: z.number().positive() });

@Controller()
export class BargeCargoController {
  @EventPattern('barges.loaded')
  async onLoaded(@Payload() payload: unknown, @Ctx() context: KafkaContext): Promise<void> {
    const { barge, tons } = Cargo.parse(payload);
    const { offset } = context.getMessage();
    const next = (BigInt(offset) + BigInt(1)).toString();

    const tx = await context.getProducer().transaction();
    try {
      await tx.send({ topic: 'barges.cargo', messages: [{ key: barge, value: String(tons) }] });
      await tx.sendOffsets({
        consumerGroupId: 'barges-server',
        topics: [
          { topic: context.getTopic(), partitions: [{ partition: context.getPartition(), offset: next }] },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], `cargo of ${barge} not rolled back`);
      });
      throw err;
    }
    await tx.commit();
  }
}
