import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ERR__TIMED_OUT, ERR__CONFLICT } = KafkaJS.ErrorCodes;

export interface Donation {
  donor: string;
  group: 'A' | 'B' | 'AB' | '0';
  millilitres: number;
}

export class DonationLog {
  readonly #producer: KafkaJS.Producer;

  constructor(kafka: KafkaJS.Kafka, centre: string) {
    this.#producer = kafka.producer({ kafkaJS: { transactionalId: `blood-donations-${centre}` } });
  }

  connect(): Promise<void> {
    return this.#producer.connect();
  }

  async #finish(): Promise<void> {
    let pause = 100;
    while (true) {
      try {
        return await this.#producer.commit();
      } catch (error) {
        const { code } = error as KafkaJS.KafkaJSError;
        if ((code !== ERR__TIMED_OUT && code !== ERR__CONFLICT) || pause > 5_000) {
          await this.#producer.disconnect().catch((e) => console.error('donations: close failed', e));
          throw error;
        }
      }
      await sleep(pause);
      pause *= 2;
    }
  }

  async record(donations: readonly Donation[]): Promise<void> {
    const transaction = await this.#producer.transaction();
    try {
      await transaction.send({
        topic: 'blood.donations',
        messages: donations.map((d) => ({ key: d.donor, value: JSON.stringify(d) })),
      });
    } catch (error) {
      await transaction.abort().catch((abortError) => {
        throw new Error(`donations not rolled back: ${String(abortError)}`, { cause: error });
      });
      throw error;
    }
    await this.#finish();
  }
}
