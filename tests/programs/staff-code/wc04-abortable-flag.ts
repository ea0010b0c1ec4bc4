import { KafkaJS } from '@confluentinc/kafka-javascript';
import { context, propagation } from '@opentelemetry/api';
import type { Logger } from 'winston';

interface DomainEvent {
  aggregate: string;
  type: string;
  payload: unknown;
}

export class EventStorePublisher {
  constructor(
    private readonly producer: KafkaJS.Producer,
    private readonly logger: Logger,
  ) {}

  async publish(events: DomainEvent[]): Promise<void> {
    const headers: Record<string, string> = {};
    propagation.inject(context.active(), headers);
    await this.producer.transaction();
    try {
      const messages = events.map(({ aggregate, type, payload }) => ({
        key: aggregate,
        value: JSON.stringify({ type, payload }),
        headers,
      }));
      await this.producer.send({ topic: 'domain-events', messages });
    } catch (err) {
      if ((err as KafkaJS.KafkaJSError).abortable) {
        await this.producer.abort().catch((abortErr: unknown) => this.logger.warn('abort failed', { abortErr }));
      } else {
        await this.producer.disconnect();
      }
      throw err;
    }
    await this.producer.commit();
  }
}
