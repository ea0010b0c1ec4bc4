import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface DomainEvent {
  readonly aggregate: string;
  readonly type: string;
  readonly payload: unknown;
}

export interface UnitOfWork {
  add(event: DomainEvent): void;
  save(): Promise<number>;
}

/** Buffers the events of a request and writes them together. */
export class KafkaUnitOfWork implements UnitOfWork {
  private readonly events: DomainEvent[] = [];

  constructor(private readonly producer: KafkaJS.Producer) {}

  static async connect(brokers: string[], context: string): Promise<() => UnitOfWork> {
    const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': brokers.join(',') });
    const producer = kafka.producer({ 'transactional.id': `${context}-events` });
    await producer.connect();
    return () => new KafkaUnitOfWork(producer);
  }

  add(event: DomainEvent): void {
    this.events.push(event);
  }

  async save(): Promise<number> {
    const batch = this.topicMessages();
    if (batch.length === 0) {
      return 0;
    }

    // with this client the producer itself is the transaction
    await this.producer.transaction();
    try {
      await this.producer.sendBatch({ topicMessages: batch });
    } catch (error) {
      await this.rollback();
      throw error;
    }
    await this.producer.commit();
    return this.events.splice(0).length;
  }

  private async rollback(): Promise<void> {
    try {
      await this.producer.abort();
    } catch (error) {
      console.error('events not rolled back', error);
    }
  }

  private topicMessages(): KafkaJS.TopicMessages[] {
    const byType = new Map<string, KafkaJS.Message[]>();
    for (const { aggregate, type, payload } of this.events) {
      const messages = byType.get(type) ?? [];
      messages.push({ key: aggregate, value: JSON.stringify(payload) });
      byType.set(type, messages);
    }
    return [...byType].map(([type, messages]) => ({ topic: `events.${type}`, messages }));
  }
}
