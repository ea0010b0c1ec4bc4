import type { LibrdKafkaError, Producer } from 'node-rdkafka';

type Callback = (err: LibrdKafkaError) => void;
export interface Row {
  table: string;
  id: string;
  after: unknown;
}

const COMMIT_ATTEMPTS = 5;

export class TransactionalWriter {
  private healthy = true;

  constructor(private readonly producer: Producer) {}

  async write(rows: Iterable<Row>): Promise<void> {
    if (!this.healthy) {
      throw new Error('writer is closed, make a new one');
    }
    await this.call((cb) => this.producer.beginTransaction(cb));
    try {
      for (const row of rows) {
        this.producer.produce(`cdc.${row.table}`, null, Buffer.from(JSON.stringify(row.after)), row.id);
      }
    } catch (err) {
      await this.rollback(err);
      throw err;
    }
    await this.commit(1);
  }

  private async commit(attempt: number): Promise<void> {
    try {
      await this.call((cb) => this.producer.commitTransaction(30_000, cb));
    } catch (e) {
      const err = e as LibrdKafkaError & { isTxnRequiresAbort?: boolean; isRetriable?: boolean };
      if (err.isTxnRequiresAbort) {
        await this.rollback(err);
      } else if (err.isRetriable && attempt < COMMIT_ATTEMPTS) {
        return this.commit(attempt + 1);
      } else {
        this.healthy = false;
        this.producer.disconnect();
      }
      throw err;
    }
  }

  private async rollback(reason: unknown): Promise<void> {
    try {
      await this.call((cb) => this.producer.abortTransaction(30_000, cb));
    } catch (abortErr) {
      this.healthy = false;
      this.producer.disconnect();
      throw new AggregateError([reason, abortErr], 'rows neither written nor rolled back');
    }
  }

  private call(start: (cb: Callback) => void): Promise<void> {
    return new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));
  }
}
