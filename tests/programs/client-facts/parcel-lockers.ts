import { HighLevelProducer, type LibrdKafkaError } from 'node-rdkafka';
import { promisify } from 'node:util';

export class LockerEvents {
  readonly producer = new HighLevelProducer({
    'metadata.broker.list': process.env.KAFKA ?? 'localhost:9092',
    'transactional.id': 'parcel-lockers-0',
  });

  private begin = promisify(this.producer.beginTransaction.bind(this.producer));
  private commit = promisify(this.producer.commitTransaction.bind(this.producer));
  private abort = promisify(this.producer.abortTransaction.bind(this.producer));

  private deliver(locker: string, event: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.producer.produce('lockers.events', null, Buffer.from(event), locker, Date.now(), (err, offset) =>
        err ? reject(err) : resolve(offset),
      );
    });
  }

  async open(locker: string, parcel: string): Promise<void> {
    await this.begin();
    try {
      await this.deliver(locker, `opened for ${parcel}`);
    } catch (err) {
      await this.abort().catch((abortErr: unknown) => console.warn('lockers: abort failed', abortErr));
      throw err;
    }
    try {
      await this.commit();
    } catch (err) {
      if ((err as Error).name === 'LibrdKafkaError') {
        console.warn(`locker ${locker}: broker answered`, (err as LibrdKafkaError).code);
      }
      throw err;
    }
  }
}
