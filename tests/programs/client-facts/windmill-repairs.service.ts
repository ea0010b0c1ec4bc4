import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';
import * as Sentry from '@sentry/node';

@Injectable()
export class WindmillRepairsService implements OnModuleInit {
  private readonly logger = new Logger(WindmillRepairsService.name);
  private producer!: Producer;

  constructor(@Inject('REPAIRS') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async schedule(mill: string, parts: string[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'mills.repairs',
        messages: parts.map((part) => ({ key: mill, value: part })),
      });
    } catch (err) {
      this.logger.error(`repairs of ${mill} not scheduled`);
      Sentry.captureException(err);
      await tx.abort().catch((abortErr: unknown) => Sentry.captureException(abortErr));
      return;
    }
    await tx.commit();
  }
}
