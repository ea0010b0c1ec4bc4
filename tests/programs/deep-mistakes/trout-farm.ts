import { Producer, type LibrdKafkaError } from 'node-rdkafka';

export interface Pond {
  id: string;
  trout: number;
  oxygen: number;
}

type Callback = (err?: LibrdKafkaError | null) => void;

interface TxnError extends LibrdKafkaError {
  isTxnRequiresAbort?: boolean;
  isRetriable?: boolean;
}

export class PondWriter {
  private static readonly timeout = 9_000;

  constructor(private readonly producer: Producer) {}

  static connect(brokers: string): Promise<PondWriter> {
    const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'trout-farm' });
    return new Promise((resolve, reject) => {
      producer.connect({}, (err) => {
        if (err) return reject(err);
        producer.initTransactions(15_000, (initErr) => (initErr ? reject(initErr) : resolve(new PondWriter(producer))));
      });
    });
  }

  private call(start: (cb: Callback) => void): Promise<void> {
    return new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));
  }

  private async undo(): Promise<void> {
    await this.call((cb) => this.producer.abortTransaction(PondWriter.timeout, cb)).catch((e: Error) =>
      console.warn('ponds: abort failed', e.message),
    );
  }

  private async settle(resumes = 3): Promise<void> {
    try {
      await this.call((cb) => this.producer.commitTransaction(PondWriter.timeout, cb));
    } catch (e) {
      const err = e as TxnError;
      switch (true) {
        case err.isTxnRequiresAbort:
          await this.undo();
          throw err;
        case err.isRetriable && resumes > 0:
          return this.settle(resumes - 1);
        default:
          await this.call((cb) => void this.producer.disconnect(cb));
          throw err;
      }
    }
  }

  async write(ponds: Pond[]): Promise<void> {
    await this.call((cb) => this.producer.beginTransaction(cb));
    try {
      for (const pond of ponds) this.producer.produce('ponds.state', null, Buffer.from(JSON.stringify(pond)), pond.id);
    } catch (err) {
      await this.undo();
      throw err;
    }
    await this.settle();
  }
}
