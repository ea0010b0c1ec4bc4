import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

export class Busy extends Error {}

export class ElevatorLog {
  readonly #producer = new Kafka({ kafkaJS: { brokers: ['lifts:9092'] } }).producer({
    kafkaJS: { transactionalId: 'elevator-log' },
  });

  connect = (): Promise<void> => this.#producer.connect();

  async #begin(): Promise<KafkaJS.Producer> {
    try {
      return await this.#producer.transaction();
    } catch (err) {
      switch ((err as KafkaJS.KafkaJSError).code) {
        case ErrorCodes.ERR__STATE:
          throw new Busy('another ride is being written', { cause: err });
        default:
          throw err;
      }
    }
  }

  async #commit(tx: KafkaJS.Producer, left = 3): Promise<void> {
    try {
      await tx.commit();
    } catch (err) {
      const { type } = err as { type?: string };
      if (type === 'ERR__TIMED_OUT' && left > 0) {
        return this.#commit(tx, left - 1);
      }
      await this.#producer.disconnect();
      throw err;
    }
  }

  async ride(lift: string, floors: number[]): Promise<void> {
    const tx = await this.#begin();
    try {
      await tx.send({ topic: 'lifts.stops', messages: floors.map((f) => ({ key: lift, value: `${f}` })) });
    } catch (err) {
      await tx.abort().catch((e: unknown) => console.error('lifts: abort failed', e));
      throw err;
    }
    await this.#commit(tx);
  }
}
