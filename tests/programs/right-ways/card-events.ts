import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

export interface CardEvent {
  pan: string;
  kind: 'issued' | 'blocked' | 'replaced';
  at: string;
}

export type Health = { status: 'up' } | { status: 'down'; reason: string };

/**
 * Kubernetes restarts the pod when `health()` says down. From the first error that the producer
 * cannot outlive until then, nothing is accepted any more.
 */
export class CardEvents {
  private broken: Error | null = null;
  private readonly producer: KafkaJS.Producer;

  constructor(brokers: string[], pod: number) {
    this.producer = new Kafka({ kafkaJS: { clientId: 'cards', brokers } }).producer({
      kafkaJS: { transactionalId: `cards-${pod}`, idempotent: true },
    });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  health(): Health {
    return this.broken ? { status: 'down', reason: this.broken.message } : { status: 'up' };
  }

  private condemn<E>(err: E): E {
    this.broken = err instanceof Error ? err : new Error(String(err));
    return err;
  }

  async emit(events: CardEvent[]): Promise<void> {
    if (this.broken) {
      throw new Error('cards: waiting for a restart', { cause: this.broken });
    }

    try {
      await this.producer.transaction();
    } catch (err) {
      throw this.condemn(err);
    }

    try {
      await this.producer.send({
        topic: 'cards.events',
        messages: events.map((e) => ({ key: e.pan, value: JSON.stringify(e) })),
      });
    } catch (err) {
      const timedOut = (err as KafkaJS.KafkaJSError).code === ErrorCodes.ERR__MSG_TIMED_OUT;
      if (!timedOut) this.condemn(err);
      try {
        await this.producer.abort();
      } catch (abortErr) {
        throw this.condemn(new AggregateError([err, abortErr], 'cards: events not rolled back'));
      }
      throw err;
    }

    try {
      await this.producer.commit();
    } catch (err) {
      throw this.condemn(err);
    }
  }
}
