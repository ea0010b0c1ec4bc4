import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

export type Seedling = { tray: string; species: string; sownAt: string };

abstract class TransactionalWriter {
  protected constructor(protected readonly producer: KafkaJS.Producer) {}

  /** At most four calls: the later ones resume an abort that has timed out; anything else closes the producer. */
  protected async rollBack(): Promise<void> {
    let calls = 4;
    while (calls-- > 0) {
      try {
        return await this.producer.abort();
      } catch (err) {
        const { code } = err as KafkaJS.KafkaJSError;
        if (code === ErrorCodes.ERR__TIMED_OUT) continue;
        console.error('nursery: abort failed for good', err);
        break;
      }
    }
    await this.producer.disconnect();
  }
}

export class SeedlingWriter extends TransactionalWriter {
  static create(kafka: KafkaJS.Kafka, greenhouse: number): SeedlingWriter {
    return new SeedlingWriter(
      kafka.producer({ kafkaJS: { transactionalId: `seedlings-${greenhouse}`, retry: { retries: 8 } } }),
    );
  }

  async sow(seedlings: Seedling[]): Promise<void> {
    const { producer } = this;
    await producer.transaction();
    try {
      await producer.send({
        topic: 'nursery.seedlings',
        messages: seedlings.map((s) => ({ key: s.tray, value: JSON.stringify(s) })),
      });
    } catch (err) {
      await this.rollBack().catch((closeErr) => console.error('nursery: not closed', closeErr));
      throw err;
    }
    await producer.commit();
  }
}
