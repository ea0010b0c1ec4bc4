import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Producer, stringSerializers } from '@platformatic/kafka';
import { KAFKA_SETTINGS, type KafkaSettings } from './kafka.settings';

export class DonationDto {
  readonly donor!: string;
  readonly campaign!: string;
  readonly cents!: number;
}

@Injectable()
export class DonationReceiptsService implements OnApplicationShutdown {
  private readonly logger = new Logger(DonationReceiptsService.name);
  private readonly producer: Producer<string, string, string, string>;

  constructor(@Inject(KAFKA_SETTINGS) settings: KafkaSettings) {
    this.producer = new Producer({
      clientId: 'donation-receipts',
      bootstrapBrokers: settings.brokers,
      serializers: stringSerializers,
      idempotent: true,
      retries: 5,
      timeout: 10_000,
    });
  }

  async issue(donations: DonationDto[]): Promise<void> {
    const tx = await this.producer.beginTransaction();
    try {
      await tx.send({
        messages: donations.map(({ donor, campaign, cents }) => ({
          topic: 'donations.receipts',
          key: donor,
          value: JSON.stringify({ campaign, amount: (cents / 100).toFixed(2) }),
        })),
      });
    } catch (error) {
      await tx.abort().catch((abortError) => this.logger.error('abort failed', abortError));
      throw error;
    }
    await tx.commit();
    this.logger.log(`issued ${donations.length} receipts`);
  }

  onApplicationShutdown(): Promise<void> {
    return this.producer.close();
  }
}
