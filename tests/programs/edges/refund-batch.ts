import { Kafka, type Producer } from 'kafkajs';
import type { Logger } from 'pino';

export interface Refund {
  id: string;
  order: string;
  cents: number;
}

export interface RefundResult {
  done: string[];
  failed: Array<{ refund: Refund; error: unknown }>;
}

export class RefundBatch {
  private readonly producer: Producer;

  constructor(
    kafka: Kafka,
    private readonly logger: Logger,
  ) {
    this.producer = kafka.producer({ transactionalId: 'refund-batch', idempotent: true, maxInFlightRequests: 1 });
  }

  private async refundOne({ id, order, cents }: Refund): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'refunds', messages: [{ key: order, value: JSON.stringify({ id, cents }) }] });
      await tx.send({ topic: 'ledger', messages: [{ key: order, value: String(-cents) }] });
    } catch (error) {
      await tx.abort().catch((abortError) => this.logger.error({ abortError, id }, 'abort failed'));
      throw error;
    }
    await tx.commit();
  }

  async run(refunds: Iterable<Refund>, signal: AbortSignal): Promise<RefundResult> {
    const result: RefundResult = { done: [], failed: [] };
    await this.producer.connect();
    try {
      for (const refund of refunds) {
        if (signal.aborted) break;
        try {
          await this.refundOne(refund);
          result.done.push(refund.id);
        } catch (error) {
          this.logger.warn({ error, refund: refund.id }, 'refund failed');
          result.failed.push({ refund, error });
        }
      }
    } finally {
      await this.producer.disconnect();
    }
    return result;
  }
}
