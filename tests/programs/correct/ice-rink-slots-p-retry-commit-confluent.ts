import pRetry from 'p-retry';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

type Slot = { rink: string; hour: number; club: string };

export class IceRinkSlots {
  constructor(private readonly producer: KafkaJS.Producer) {}

  async assign(slots: Slot[]): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.sendBatch({
        topicMessages: [
          { topic: 'rinks.slots', messages: slots.map((s) => ({ key: s.rink, value: JSON.stringify(s) })) },
          { topic: 'clubs.slots', messages: slots.map((s) => ({ key: s.club, value: String(s.hour) })) },
        ],
      });
    } catch (error) {
      await this.rollBack(error);
      throw error;
    }
    await this.commit();
  }

  private commit(): Promise<void> {
    return pRetry(() => this.producer.commit(), {
      retries: 5,
      minTimeout: 250,
      shouldRetry: ({ error }) => (error as KafkaJS.KafkaJSError).code === ErrorCodes.ERR__TIMED_OUT,
    });
  }

  private async rollBack(reason: unknown): Promise<void> {
    try {
      await this.producer.abort();
    } catch (abortError) {
      await this.producer.disconnect();
      throw new AggregateError([reason, abortError], 'slots not rolled back');
    }
  }
}
