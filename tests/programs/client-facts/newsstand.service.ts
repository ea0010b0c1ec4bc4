import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Kafka, Producer } from 'kafkajs';

@Injectable()
export class NewsstandService {
  private readonly logger = new Logger(NewsstandService.name);

  constructor(@Inject('KAFKA') private readonly kafka: Kafka) {}

  private async open(): Promise<Producer> {
    const producer = this.kafka.producer({
      transactionalId: 'newsstand-0',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }

  private async deliverOnce(issues: string[]): Promise<void> {
    const producer = await this.open();
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'issues', messages: issues.map((value) => ({ value })) });
      } catch (err) {
        await tx.abort().catch((abortErr) => this.logger.error(abortErr));
        throw err;
      }
      await tx.commit();
    } finally {
      await producer.disconnect();
    }
  }

  async deliver(issues: string[], turns = 3): Promise<void> {
    try {
      await this.deliverOnce(issues);
    } catch (err) {
      if (turns === 1) throw err;
      this.logger.warn(`delivering once more, ${turns - 1} turns left`);
      await this.deliver(issues, turns - 1);
    }
  }
}
