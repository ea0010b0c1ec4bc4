import { Kafka, Producer } from 'kafkajs';

export interface DaySteps {
  user: string;
  day: string;
  steps: number;
}

export class StepsPublisher {
  private readonly producer: Producer;

  constructor(brokers: string[]) {
    const kafka = new Kafka({ clientId: 'fitness', brokers });
    this.producer = kafka.producer({
      transactionalId: 'fitness-steps',
      transactionTimeout: 30_000,
    });
  }

  start(): Promise<void> {
    return this.producer.connect();
  }

  async publish(days: DaySteps[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'fitness.steps',
        messages: days.map(({ user, day, steps }) => ({ key: `${user}/${day}`, value: String(steps) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
