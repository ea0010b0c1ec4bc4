import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { Kafka, KafkaJSNumberOfRetriesExceeded, type Producer, type TopicMessages, type Transaction } from 'kafkajs';

export interface PlaceOrderDto {
  orderId: string;
  customerId: string;
  lines: Array<{ sku: string; quantity: number }>;
}

type SendOutcome = { ok: true } | { ok: false; retriable: boolean; error: unknown };

const MAX_DELIVERIES = 4;

@Injectable()
export class OrderPlacementService implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(OrderPlacementService.name);
  private readonly producer: Producer;

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({
      transactionalId: `order-placement-${process.env.POD_ORDINAL}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  onModuleInit(): Promise<void> {
    return this.producer.connect();
  }

  onModuleDestroy(): Promise<void> {
    return this.producer.disconnect();
  }

  private async deliver(tx: Transaction, batch: TopicMessages[]): Promise<SendOutcome> {
    try {
      await tx.sendBatch({ topicMessages: batch });
      return { ok: true };
    } catch (error) {
      return { ok: false, retriable: error instanceof KafkaJSNumberOfRetriesExceeded, error };
    }
  }

  async place(order: PlaceOrderDto): Promise<void> {
    const batch = this.toBatch(order);
    const tx = await this.producer.transaction();

    let outcome = await this.deliver(tx, batch);
    for (let attempt = 1; !outcome.ok && outcome.retriable && attempt < MAX_DELIVERIES; attempt += 1) {
      this.logger.warn(`order ${order.orderId}: delivery ${attempt} failed, once more`);
      await sleep(attempt * 250);
      outcome = await this.deliver(tx, batch);
    }

    if (!outcome.ok) {
      await tx.abort().catch((abortError) => this.logger.error('abort failed', abortError));
      throw outcome.error;
    }
    await tx.commit();
  }

  private toBatch(order: PlaceOrderDto): TopicMessages[] {
    return [
      { topic: 'orders.placed', messages: [{ key: order.orderId, value: JSON.stringify(order) }] },
      {
        topic: 'stock.reservations',
        messages: order.lines.map((line) => ({ key: line.sku, value: String(line.quantity) })),
      },
    ];
  }
}
