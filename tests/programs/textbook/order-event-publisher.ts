import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, KafkaJSNumberOfRetriesExceeded, type Producer, type ProducerRecord, type Transaction } from 'kafkajs';
import type { Logger } from 'pino';

export interface PlacedOrder {
  id: string;
  customerId: string;
  lines: Array<{ sku: string; quantity: number }>;
}

export class OrderPublishError extends Error {
  constructor(readonly orderId: string, cause: unknown) {
    super(`order ${orderId} was not published`, { cause });
    this.name = 'OrderPublishError';
  }
}

const MAX_SEND_ATTEMPTS = 3;

export class OrderEventPublisher {
  private readonly producer: Producer;

  constructor(kafka: Kafka, private readonly logger: Logger, shard: number) {
    this.producer = kafka.producer({
      transactionalId: `order-events-${shard}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  async publishPlaced(order: PlacedOrder): Promise<void> {
    const txn = await this.producer.transaction();
    try {
      await this.sendWithRetry(txn, {
        topic: 'orders.placed',
        messages: [{ key: order.id, value: JSON.stringify(order) }],
      });
      await this.sendWithRetry(txn, {
        topic: 'stock.reservations',
        messages: order.lines.map((line) => ({ key: line.sku, value: String(line.quantity) })),
      });
    } catch (error) {
      await this.rollback(txn, order.id);
      throw new OrderPublishError(order.id, error);
    }
    await txn.commit();
  }

  private async sendWithRetry(txn: Transaction, record: ProducerRecord): Promise<void> {
    let lastError: unknown;
    for (let attempt = 1; attempt <= MAX_SEND_ATTEMPTS; attempt++) {
      try {
        await txn.send(record);
        return;
      } catch (error) {
        if (!(error instanceof KafkaJSNumberOfRetriesExceeded)) {
          throw error;
        }
        lastError = error;
        this.logger.warn({ attempt, topic: record.topic, error }, 'send failed, trying again');
        await sleep(attempt * 250);
      }
    }
    throw lastError;
  }

  private async rollback(txn: Transaction, orderId: string): Promise<void> {
    try {
      await txn.abort();
    } catch (abortError) {
      this.logger.error({ orderId, abortError }, 'rollback failed');
    }
  }
}
