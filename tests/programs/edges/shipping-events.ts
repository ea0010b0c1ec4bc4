import { Kafka, KafkaJSError, KafkaJSNumberOfRetriesExceeded, type Producer } from 'kafkajs';
import { HttpError } from './http-error';
import { logger } from './logger';

export interface ShippingEvent {
  parcel: string;
  status: string;
  at: string;
}

type Diagnosis = 'fenced' | 'slow-brokers' | 'retries-spent' | 'other';

function rootOf(err: unknown): unknown {
  let current = err;
  while (current instanceof KafkaJSError && current.cause) {
    current = current.cause;
  }
  return current;
}

function diagnose(err: unknown): Diagnosis {
  const { type } = rootOf(err) as { type?: string };
  switch (type) {
    case 'INVALID_PRODUCER_EPOCH':
      return 'fenced';
    case 'REQUEST_TIMED_OUT':
      return 'slow-brokers';
    default:
      return err instanceof KafkaJSNumberOfRetriesExceeded ? 'retries-spent' : 'other';
  }
}

const STATUS: Record<Diagnosis, number> = { fenced: 500, 'slow-brokers': 503, 'retries-spent': 503, other: 500 };

export class ShippingEvents {
  constructor(private readonly producer: Producer) {}

  static over(brokers: string[], instance: string): ShippingEvents {
    const kafka = new Kafka({ clientId: 'shipping-events', brokers });
    return new ShippingEvents(
      kafka.producer({ transactionalId: `shipping-events-${instance}`, idempotent: true, maxInFlightRequests: 1 }),
    );
  }

  async publish(events: ShippingEvent[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'shipping.events', messages: events.map((e) => ({ key: e.parcel, value: JSON.stringify(e) })) });
    } catch (err) {
      const diagnosis = diagnose(err);
      logger.error({ err, diagnosis }, 'shipping events were not sent');
      await tx.abort().catch((abortErr) => logger.error({ abortErr }, 'abort failed'));
      throw new HttpError(STATUS[diagnosis], 'shipping events were not sent', { cause: err });
    }
    await tx.commit();
  }
}
