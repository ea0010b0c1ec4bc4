import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

@Injectable()
export class SaltDepots {
  private readonly logger = new Logger(SaltDepots.name);

  constructor(@Inject('SALT') private readonly client: ClientKafka) {}

  async fill(depot: string, tonnes: number): Promise<void> {
    const tx = await this.client.producer.transaction();
    try {
      await tx.send({ topic: 'salt.filled', messages: [{ key: depot, value: String(tonnes) }] });
    } catch (err) {
      this.logger.error(`depot ${depot} not filled`, err);
      try {
        await tx.abort();
      } catch (abortErr) {
        this.logger.error('nor rolled back', abortErr);
      }
      return;
    }
    await tx.commit();
  }
}
