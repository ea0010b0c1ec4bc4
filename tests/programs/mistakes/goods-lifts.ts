import { RdKafka } from '@confluentinc/kafka-javascript';

interface RdError extends Error {
  isTxnRequiresAbort?: boolean;
}

export class LiftLog {
  constructor(private readonly producer: RdKafka.Producer) {}

  private call(start: (cb: (err: RdError | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));
  }

  async log(lift: string, loads: string[]): Promise<void> {
    await this.call((cb) => this.producer.beginTransaction(cb as never));
    try {
      loads.forEach((load) => this.producer.produce('lifts.loads', null, Buffer.from(load), lift));
    } catch (err) {
      await this.cancel();
      throw err;
    }
    try {
      await this.call((cb) => this.producer.commitTransaction(10_000, cb as never));
    } catch (err) {
      const error = err as RdError;
      if (error.name === 'LibrdKafkaError') console.error('librdkafka', error.message);
      if (error.isTxnRequiresAbort) await this.cancel();
      throw error;
    }
  }

  private async cancel(): Promise<void> {
    try {
      await this.call((cb) => this.producer.abortTransaction(5000, cb as never));
    } catch (err) {
      console.error('loads not rolled back', err);
    }
  }
}
