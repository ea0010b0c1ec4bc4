import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';
import retry from 'async-retry';

export interface Hide {
  id: string;
  vat: number;
  grade: 'A' | 'B' | 'C';
}

@Injectable()
export class TanneryService {
  private readonly logger = new Logger(TanneryService.name);

  constructor(@Inject('TANNERY_KAFKA') private readonly client: ClientKafka) {}

  async soak(hides: Hide[]): Promise<void> {
    const producer: Producer = await this.client.connect();
    const txn = await producer.transaction();
    try {
      await this.write(txn, hides);
    } catch (err) {
      await this.undo(txn, hides.length);
      throw err;
    }
    await txn.commit();
  }

  private async write(txn: Transaction, hides: Hide[]): Promise<void> {
    const topicMessages = [
      { topic: 'tannery.hides', messages: hides.map((h) => ({ key: h.id, value: h.grade })) },
      { topic: 'tannery.vats', messages: hides.map((h) => ({ key: String(h.vat), value: h.id })) },
    ];
    await retry(() => txn.sendBatch({ topicMessages }), {
      retries: 3,
      onRetry: (e, n) => this.logger.warn(`batch of hides, attempt ${n}: ${e}`),
    });
  }

  private async undo(txn: Transaction, count: number): Promise<void> {
    this.logger.warn(`rolling back ${count} hides`);
    await txn.abort();
  }
}
