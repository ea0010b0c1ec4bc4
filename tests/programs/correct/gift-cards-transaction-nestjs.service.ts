import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Kafka, Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

@Injectable()
export class GiftCardsService implements OnApplicationShutdown {
  #producer?: Producer;

  constructor(private readonly client: ClientKafka) {}

  private async producer(): Promise<Producer> {
    if (!this.#producer) {
      await this.client.connect();
      const producer = this.client.unwrap<[Kafka]>()[0].producer({
        transactionalId: 'gift-cards-0',
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await producer.connect();
      this.#producer = producer;
    }
    return this.#producer;
  }

  private async inTransaction(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const producer = await this.producer();
    const tx = await producer.transaction();
    try {
      await work(tx);
    } catch (cause) {
      const failures: unknown[] = [cause];
      await tx.abort().catch((abortError: unknown) => failures.push(abortError));
      throw failures.length > 1 ? new AggregateError(failures, 'gift card not rolled back') : cause;
    }
    try {
      await tx.commit();
    } catch (cause) {
      this.#producer = undefined;
      await producer.disconnect();
      throw cause;
    }
  }

  async redeem(code: string, cents: number, order: string): Promise<void> {
    await this.inTransaction(async (tx) => {
      await tx.send({ topic: 'giftcards.redeemed', messages: [{ key: code, value: String(cents) }] });
      await tx.send({ topic: 'orders.paid', messages: [{ key: order, value: code }] });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#producer?.disconnect();
  }
}
