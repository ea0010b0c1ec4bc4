import { Kafka, type Producer, type ProducerConfig, type Transaction } from 'kafkajs';

export interface Team {
  name: string;
  room: string;
  minutes: number;
}

function transactional(id: string): ProducerConfig {
  return { transactionalId: id, maxInFlightRequests: 1, transactionTimeout: 20_000 };
}

abstract class Unit<T> {
  protected readonly producer: Producer;

  constructor(kafka: Kafka, id: string) {
    this.producer = kafka.producer(transactional(id));
  }

  protected abstract fill(tx: Transaction, item: T): Promise<void>;

  private regret(item: T, err: unknown): void {
    console.error(`${this.constructor.name}: not published`, item, err);
  }

  async publish(item: T): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await this.fill(tx, item);
    } catch (err) {
      await tx.abort().catch((e) => console.error('abort failed', e));
      return this.regret(item, err);
    }
    await tx.commit();
  }
}

export class EscapeUnit extends Unit<Team> {
  constructor(kafka: Kafka) {
    super(kafka, 'escape-rooms');
  }

  protected override async fill(tx: Transaction, team: Team): Promise<void> {
    await tx.send({ topic: 'escapes.finished', messages: [{ key: team.room, value: team.name }] });
    await tx.send({ topic: 'escapes.ranking', messages: [{ key: team.name, value: String(team.minutes) }] });
  }
}
