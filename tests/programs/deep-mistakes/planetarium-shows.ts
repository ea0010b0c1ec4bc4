import { backOff } from 'exponential-backoff';
import { KafkaJS } from '@confluentinc/kafka-javascript';

export namespace Shows {
  export interface Show {
    title: string;
    dome: 'north' | 'south';
    seats: number;
  }

  export class Publisher {
    private constructor(private readonly producer: KafkaJS.Producer) {}

    static async open(brokers: string[], dome: Show['dome']): Promise<Publisher> {
      const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers } });
      const producer = kafka.producer({ kafkaJS: { transactionalId: `planetarium-${dome}` } });
      await producer.connect();
      return new Publisher(producer);
    }

    async announce(shows: Show[]): Promise<void> {
      await this.producer.transaction();
      try {
        await this.producer.send({
          topic: 'planetarium.shows',
          messages: shows.map((s) => ({ key: s.title, value: JSON.stringify(s) })),
        });
      } catch (err) {
        await this.rollBack().catch((e: unknown) => console.error('shows not rolled back', e));
        throw err;
      }
      try {
        await this.producer.commit();
      } catch (err) {
        await this.close();
        throw err;
      }
    }

    private rollBack(): Promise<void> {
      const options = { numOfAttempts: 4, startingDelay: 300, timeMultiple: 2 };
      return backOff(() => this.producer.abort(), options);
    }

    close(): Promise<void> {
      return this.producer.disconnect();
    }
  }
}
