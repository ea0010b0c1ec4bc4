import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ERR__TIMED_OUT } = KafkaJS.ErrorCodes;

export interface Poll {
  id: string;
  options: string[];
}

export class PollPublisher {
  constructor(
    private readonly producer: KafkaJS.Producer,
    protected readonly resumes = 5,
  ) {}

  async publish(poll: Poll): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'polls', messages: [{ key: poll.id, value: poll.options.join('\n') }] });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], `poll ${poll.id} not rolled back`);
      });
      throw err;
    }
    await this.commit(tx, this.resumes);
  }

  private async commit(tx: KafkaJS.Transaction, resumesLeft: number): Promise<void> {
    try {
      await tx.commit();
    } catch (err) {
      if ((err as KafkaJS.KafkaJSError).code === ERR__TIMED_OUT && resumesLeft > 0) {
        return this.commit(tx, resumesLeft - 1);
      }
      await tx.disconnect();
      throw err;
    }
  }
}
