import RdKafka from 'node-rdkafka';

type Failure = Error | RdKafka.LibrdKafkaError;
type Done = (err: Failure | null) => void;

const TIMEOUT = 12_000;

export class GlacierLog {
  constructor(private readonly producer: RdKafka.Producer, private readonly glacier: string) {}

  retreat(metres: number, done: Done): void {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        this.producer.produce('glaciers', null, Buffer.from(String(metres)), this.glacier);
      } catch (err) {
        return this.abort(err as Error, 3, done);
      }
      this.commit(3, done);
    });
  }

  private commit(left: number, done: Done): void {
    this.producer.commitTransaction(TIMEOUT, (err) => {
      if (!err) return done(null);
      if (err.isTxnRequiresAbort) return this.abort(err, 3, done);
      if (err.isRetriable && left > 0) return this.commit(left - 1, done);
      this.close(err, done);
    });
  }

  private abort(cause: Failure, left: number, done: Done): void {
    this.producer.abortTransaction(TIMEOUT, (err) => {
      if (!err) return done(cause);
      if (err.isRetriable && left > 0) return this.abort(cause, left - 1, done);
      this.close(cause, done);
    });
  }

  private close(cause: Failure, done: Done): void {
    this.producer.disconnect(() => done(cause));
  }
}
