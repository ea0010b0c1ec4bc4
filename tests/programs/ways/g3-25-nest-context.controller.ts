import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';
import { PointsService } from './points.service';

interface Flight {
  passenger: string;
  miles: number;
}

@Controller()
export class FlightsController {
  private readonly logger = new Logger(FlightsController.name);

  constructor(private readonly points: PointsService) {}

  @EventPattern('flights.landed')
  async landed(@Payload() flight: Flight, @Ctx() context: KafkaContext): Promise<void> {
    const producer = context.getProducer();
    const consumer = context.getConsumer();
    const topic = context.getTopic();
    const partition = context.getPartition();
    const { offset } = context.getMessage();

    const points = this.points.earnedBy(flight.miles);

    const transaction = await producer.transaction();
    try {
      await transaction.send({
        topic: 'points.earned',
        messages: [{ key: flight.passenger, value: String(points) }],
      });
      await consumer.commitOffsets([{ topic, partition, offset: (BigInt(offset) + 1n).toString() }]);
    } catch (err) {
      await transaction.abort().catch((abortErr) => this.logger.error('abort failed', abortErr));
      throw err;
    }
    await transaction.commit();
    this.logger.debug(`${points} points for ${flight.passenger}`);
  }
}
