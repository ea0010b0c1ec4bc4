import { Kafka, type Producer, type ProducerRecord } from 'kafkajs';
import pRetry from 'p-retry';
import { DataSource, Entity, PrimaryColumn, Column } from 'typeorm';

@Entity()
export class MinibarItem {
  @PrimaryColumn() room!: string;
  @PrimaryColumn() article!: string;
  @Column() left!: number;
}

export interface Consumption {
  room: string;
  article: string;
  count: number;
}

const producer: Producer = new Kafka({ clientId: 'minibar', brokers: ['hotel-kafka:9092'] }).producer({
  allowAutoTopicCreation: false,
});

const deliver = (record: ProducerRecord) =>
  pRetry(() => producer.send(record), {
    retries: 5,
    onFailedAttempt: ({ attemptNumber }) => console.warn(`minibar event: attempt ${attemptNumber} failed`),
  });

export class MinibarService {
  constructor(private readonly database: DataSource) {}

  async consume(consumption: Consumption): Promise<void> {
    const runner = this.database.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    try {
      const { room, article, count } = consumption;
      await runner.manager.decrement(MinibarItem, { room, article }, 'left', count);
      await runner.commitTransaction();
    } catch (err) {
      await runner.rollbackTransaction();
      throw err;
    } finally {
      await runner.release();
    }
    await deliver({
      topic: 'minibar.consumed',
      messages: [{ key: consumption.room, value: JSON.stringify(consumption) }],
    });
  }
}
