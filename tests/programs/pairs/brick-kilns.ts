import { Logger } from '@nestjs/common';
import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface KilnReading {
  kiln: string;
  /** JSON as the kiln's controller writes it, now and then cut off in the middle */
  raw: string;
}

export abstract class ReadingPublisher {
  protected abstract readonly topic: string;
  private readonly logger = new Logger(ReadingPublisher.name);

  constructor(protected readonly producer: KafkaJS.Producer) {}

  async publish(readings: KilnReading[]): Promise<number> {
    let skipped = 0;
    await this.producer.transaction();
    for (const { kiln, raw } of readings) {
      try {
        const { celsius } = JSON.parse(raw) as { celsius: number };
        await this.producer.send({ topic: this.topic, messages: [{ key: kiln, value: String(celsius) }] });
      } catch (err) {
        skipped += 1;
        this.logger.warn(`reading of ${kiln} skipped: ${String(err)}`);
      }
    }
    await this.producer.commit();
    return readings.length - skipped;
  }
}

export class BrickKilnPublisher extends ReadingPublisher {
  protected readonly topic = 'bricks.kilns';
}
