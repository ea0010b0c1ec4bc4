import { Injectable, type OnModuleInit } from '@nestjs/common';
import { KafkaJS } from '@confluentinc/kafka-javascript';

export class BinLevelDto {
  readonly bin!: string;
  readonly percent!: number;
}

@Injectable()
export class BinLevels implements OnModuleInit {
  private readonly producer: KafkaJS.Producer;

  constructor(kafka: KafkaJS.Kafka) {
    this.producer = kafka.producer({ kafkaJS: { transactionalId: 'bin-levels' } });
  }

  async onModuleInit(): Promise<void> {
    await this.producer.connect();
  }

  async publish(levels: BinLevelDto[]): Promise<void> {
    await this.producer.transaction();
    try {
      levels.forEach(async ({ bin, percent }) => {
        const topic = percent > 80 ? 'bins.full' : 'bins.level';
        await this.producer.send({ topic, messages: [{ key: bin, value: String(percent) }] });
      });
    } catch (err) {
      await this.producer.abort().catch((abortErr) => console.error('levels not rolled back', abortErr));
      throw err;
    }
    await this.producer.commit();
  }
}
