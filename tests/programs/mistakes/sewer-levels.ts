import { RdKafka } from '@confluentinc/kafka-javascript';

type Done = (err?: Error | null) => void;

export class SewerLevels {
  private ready = false;
  private producer = new RdKafka.Producer({
    'bootstrap.servers': 'city-kafka:9092',
    'transactional.id': 'sewer-levels',
  });

  start(done: Done): void {
    this.producer.connect({}, (connectErr) => {
      if (connectErr) return done(connectErr);
      this.producer.initTransactions(30_000, (err) => {
        if (err) console.error('transactions were not initialised', err.message);
        this.ready = true;
        done();
      });
    });
  }

  store(levels: Array<{ shaft: string; cm: number }>, done: Done): void {
    if (!this.ready) return done(new Error('not started'));
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        for (const { shaft, cm } of levels) {
          this.producer.produce('sewers.levels', null, Buffer.from(String(cm)), shaft);
        }
      } catch (err) {
        return this.producer.abortTransaction(10_000, (abortErr) => {
          if (abortErr) console.error('levels not rolled back', abortErr.message);
          done(err as Error);
        });
      }
      this.producer.commitTransaction(10_000, (commitErr) => done(commitErr));
    });
  }
}
