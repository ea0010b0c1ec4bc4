import { Controller, UseFilters } from '@nestjs/common';
import { Ctx, KafkaContext, MessagePattern, Payload } from '@nestjs/microservices';
import { TrackingExceptionFilter } from './tracking-exception.filter';

export type Scan = {
  tag: string;
  airport: string;
  belt: number;
  at: string;
};

@Controller()
@UseFilters(new TrackingExceptionFilter())
export class LuggageTrackingController {
  @MessagePattern('luggage.scans')
  public async onScan(@Payload() scan: Scan, @Ctx() ctx: KafkaContext): Promise<{ tag: string }> {
    const producer = ctx.getProducer();
    const consumer = ctx.getConsumer();
    const next = (BigInt(ctx.getMessage().offset) + 1n).toString();

    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: `luggage.at.${scan.airport.toLowerCase()}`,
        messages: [{ key: scan.tag, value: JSON.stringify(scan) }],
      });
      await tx.send({
        topic: 'luggage.last-seen',
        messages: [{ key: scan.tag, value: `${scan.airport}/${scan.belt}` }],
      });
      await consumer.commitOffsets([
        { topic: ctx.getTopic(), partition: ctx.getPartition(), offset: next },
      ]);
    } catch (err) {
      await tx.abort();
      throw err;
    }
    await tx.commit();

    return { tag: scan.tag };
  }
}
