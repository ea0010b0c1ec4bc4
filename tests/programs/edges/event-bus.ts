import { Kafka, type Producer, type ProducerRecord } from 'kafkajs';
import { logger } from './logger';

export interface DomainEvent {
  readonly aggregate: string;
  readonly name: string;
  readonly payload: unknown;
}

const toRecord = ({ aggregate, name, payload }: DomainEvent): ProducerRecord => ({
  topic: `domain.${name.split('.')[0]}`,
  messages: [{ key: aggregate, value: JSON.stringify(payload), headers: { event: name } }],
});

export class EventBus {
  private readonly plain: Producer;
  private readonly transactional: Producer;

  constructor(kafka: Kafka, service: string) {
    this.plain = kafka.producer();
    this.transactional = kafka.producer({
      transactionalId: `${service}-events`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async start(): Promise<void> {
    await Promise.all([this.plain.connect(), this.transactional.connect()]);
  }

  async publish(events: readonly DomainEvent[], { atomic = events.length > 1 } = {}): Promise<void> {
    if (events.length === 0) return;

    const tx = atomic ? await this.transactional.transaction() : undefined;
    const target = tx ?? this.plain;
    try {
      for (const event of events) {
        await target.send(toRecord(event));
      }
    } catch (err) {
      await tx?.abort().catch((abortErr: unknown) => logger.error({ abortErr }, 'abort failed'));
      throw err;
    }
    await tx?.commit();
    logger.debug({ count: events.length, atomic }, 'events published');
  }

  async stop(): Promise<void> {
    await Promise.allSettled([this.plain.disconnect(), this.transactional.disconnect()]);
  }
}
