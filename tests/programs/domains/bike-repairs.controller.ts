import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';

export class RepairFinishedDto {
  bikeId!: string;
  mechanic!: string;
  parts!: string[];
}

@Controller()
export class BikeRepairsController {
  private static readonly GROUP = 'bike-repairs-server';
  private readonly log = new Logger(BikeRepairsController.name);

  @EventPattern('bikes.repair-finished')
  async onFinished(@Payload() repair: RepairFinishedDto, @Ctx() context: KafkaContext): Promise<void> {
    const { offset } = context.getMessage();
    const partition = context.getPartition();
    const topic = context.getTopic();

    const tx = await context.getProducer().transaction();
    try {
      await tx.send({
        topic: 'bikes.available',
        messages: [{ key: repair.bikeId, value: repair.mechanic }],
      });
      for (const part of repair.parts) {
        await tx.send({ topic: 'parts.used', messages: [{ key: part, value: repair.bikeId }] });
      }
      await tx.sendOffsets({
        consumerGroupId: BikeRepairsController.GROUP,
        topics: [{ topic, partitions: [{ partition, offset: String(Number(offset) + 1) }] }],
      });
    } catch (error) {
      await tx.abort().catch((e: Error) => this.log.error(`abort failed for ${repair.bikeId}`, e.stack));
      throw error;
    }
    await tx.commit();
    this.log.debug(`${repair.bikeId} is available again`);
  }
}
