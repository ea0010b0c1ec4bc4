import { Controller, Inject, Logger, type OnModuleInit } from '@nestjs/common';
import { ClientKafka, Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

interface Climate {
  house: string;
  celsius: number;
  humidity: number;
}

interface Position {
  topic: string;
  partition: number;
  at: string;
}

const dewPoint = ({ celsius, humidity }: Climate): number => celsius - (100 - humidity) / 5;

@Controller()
export class GlasshouseController implements OnModuleInit {
  private readonly logger = new Logger(GlasshouseController.name);
  private producer!: Producer;

  constructor(@Inject('GLASSHOUSE_KAFKA') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  private position(context: KafkaContext): Position {
    const { offset: at } = context.getMessage();
    return { topic: context.getTopic(), partition: context.getPartition(), at };
  }

  @EventPattern('glasshouse.climate')
  async onClimate(@Payload() climate: Climate, @Ctx() context: KafkaContext): Promise<void> {
    const { topic, partition, at: offset } = this.position(context);
    const value = dewPoint(climate).toFixed(1);

    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'glasshouse.dew-points', messages: [{ key: climate.house, value }] });
      await tx.sendOffsets({
        consumerGroupId: 'glasshouse-server',
        topics: [{ topic, partitions: [{ partition, offset }] }],
      });
    } catch (error) {
      await tx.abort().catch((abortError) => this.logger.error('dew point not rolled back', abortError));
      throw error;
    }
    await tx.commit();
  }
}
