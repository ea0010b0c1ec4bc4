import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';

@Controller()
export class ElevatorMusicController {
  private logger = new Logger('ElevatorMusic');

  @EventPattern('elevator.playlists')
  async playlist(@Payload() data: any, @Ctx() context: KafkaContext) {
    const message = context.getMessage();
    const tx = await context.getProducer().transaction();

    try {
      await Promise.all(
        data.songs.map((song: string) =>
          tx
            .send({ topic: 'elevator.songs', messages: [{ key: data.elevator, value: song }] })
            .catch((e) => this.logger.warn(`${song} was not queued: ${e.message}`)),
        ),
      );
      await tx.sendOffsets({
        consumerGroupId: 'elevator-music-server',
        topics: [
          {
            topic: context.getTopic(),
            partitions: [{ partition: context.getPartition(), offset: message.offset }],
          },
        ],
      });
    } catch (e) {
      await tx.abort().catch((e2) => this.logger.error('abort failed', e2));
      throw e;
    }

    await tx.commit();
  }
}
