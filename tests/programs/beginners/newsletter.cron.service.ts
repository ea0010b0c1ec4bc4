import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { Cron } from '@nestjs/schedule';
import { Subscribers } from './subscribers';

@Injectable()
export class NewsletterCron {
  private readonly logger = new Logger(NewsletterCron.name);

  constructor(
    @Inject('NEWSLETTER') private readonly kafka: ClientKafka,
    private readonly subscribers: Subscribers,
  ) {}

  @Cron('0 6 * * 1')
  async monday() {
    const addresses = await this.subscribers.addresses();
    const producer = await this.kafka.connect();
    const tx = await producer.transaction();

    try {
      await tx.send({
        topic: 'newsletter.mails',
        messages: addresses.map((address: string) => ({ key: address, value: 'monday' })),
      });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr: any) {
        if (abortErr.name === 'TransactionAbortableException') {
          await tx.abort();
        } else {
          this.logger.error('abort failed', abortErr);
        }
      }
      this.logger.error('no newsletter this week', err);
      return;
    }

    await tx.commit();
  }
}
