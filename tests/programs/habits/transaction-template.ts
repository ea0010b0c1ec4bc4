import Kafka, { type LibrdKafkaError, type Producer } from 'node-rdkafka';

type Done<T> = (err: Error | null, result?: T) => void;

export interface TransactionCallback<T> {
  doInTransaction(producer: Producer): T;
}

/** After org.springframework.transaction.support.TransactionTemplate. */
export class TransactionTemplate {
  private static readonly TIMEOUT_MS = 15_000;
  private static readonly MAX_RESUMES = 4;

  constructor(private readonly producer: Kafka.Producer) {}

  execute<T>(callback: TransactionCallback<T>, done: Done<T>): void {
    this.producer.beginTransaction((beginErr: LibrdKafkaError) => {
      if (beginErr) return done(beginErr);
      let result: T;
      try {
        result = callback.doInTransaction(this.producer);
      } catch (err) {
        return this.rollback(err as Error, done);
      }
      this.commit(result, TransactionTemplate.MAX_RESUMES, done);
    });
  }

  private commit<T>(result: T, resumes: number, done: Done<T>): void {
    this.producer.commitTransaction(TransactionTemplate.TIMEOUT_MS, (err: LibrdKafkaError) => {
      if (!err) {
        done(null, result);
      } else if (err.isTxnRequiresAbort) {
        this.rollback(err, done);
      } else if (err.isRetriable && resumes > 0) {
        this.commit(result, resumes - 1, done);
      } else {
        this.discard(err, done);
      }
    });
  }

  private rollback<T>(cause: Error, done: Done<T>): void {
    this.producer.abortTransaction(TransactionTemplate.TIMEOUT_MS, (abortErr: LibrdKafkaError) =>
      abortErr ? this.discard(new AggregateError([cause, abortErr], 'rollback failed'), done) : done(cause),
    );
  }

  private discard<T>(cause: Error, done: Done<T>): void {
    this.producer.disconnect(() => done(cause));
  }
}
