import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Impression {
  campaign: string;
  slot: string;
  viewer: string;
}

export interface FlushReport {
  readonly sent: number;
  readonly undelivered: readonly Impression[];
}

export abstract class ImpressionSink {
  protected constructor(protected readonly producer: KafkaJS.Producer) {}

  protected abstract topicOf(impression: Impression): string;

  async flush(impressions: Impression[]): Promise<FlushReport> {
    const undelivered: Impression[] = [];
    await this.producer.transaction();
    try {
      await Promise.all(
        impressions.map((impression) =>
          this.deliver(impression).catch((err: Error) => {
            console.warn(`impression of ${impression.campaign} not delivered: ${err.message}`);
            undelivered.push(impression);
          }),
        ),
      );
    } catch (err) {
      await this.producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await this.commit();
    return { sent: impressions.length - undelivered.length, undelivered };
  }

  private async deliver(impression: Impression): Promise<void> {
    await this.producer.send({
      topic: this.topicOf(impression),
      messages: [{ key: impression.campaign, value: JSON.stringify(impression) }],
    });
  }

  private async commit(): Promise<void> {
    try {
      await this.producer.commit();
    } catch (err) {
      await this.producer.disconnect();
      throw err;
    }
  }
}

export class BannerSink extends ImpressionSink {
  static async open(kafka: KafkaJS.Kafka): Promise<BannerSink> {
    const producer = kafka.producer({ kafkaJS: { transactionalId: 'banner-impressions' } });
    await producer.connect();
    return new BannerSink(producer);
  }

  protected override topicOf(impression: Impression): string {
    return `banners.${impression.slot}`;
  }
}
