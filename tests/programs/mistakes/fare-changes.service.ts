import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

type Fare = { route: string; cents: number; validFrom: string };

@Injectable()
export class FareChanges implements OnApplicationBootstrap {
  private readonly logger = new Logger('Fares');
  private producer: Producer | undefined;
  private failures = 0;

  constructor(private readonly kafka: ClientKafka) {}

  async onApplicationBootstrap() {
    this.producer = await this.kafka.connect();
  }

  async announce(fares: Fare[]): Promise<void> {
    const tx: Transaction = await this.producer!.transaction();
    try {
      await tx.sendBatch({
        topicMessages: [
          { topic: 'fares.changed', messages: fares.map((f) => ({ key: f.route, value: JSON.stringify(f) })) },
          { topic: 'fares.audit', messages: [{ value: String(fares.length) }] },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => this.logger.error(abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      this.failures += 1;
      this.logger.warn(`commit failed, ${this.failures} so far`, err);
    }
  }
}
