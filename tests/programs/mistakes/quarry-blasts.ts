import { Producer } from '@platformatic/rdkafka';

type Done = (err?: Error | null) => void;

export class BlastLog {
  private readonly producer: Producer;

  constructor(brokers: string) {
    this.producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'quarry-blasts' });
  }

  open(done: Done): void {
    this.producer.connect({}, (err) => (err ? done(err) : this.producer.initTransactions(10_000, done)));
  }

  log(quarry: string, charges: number[], done: Done): void {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        for (const kilos of charges) this.producer.produce('quarries.blasts', null, Buffer.from(String(kilos)), quarry);
      } catch (err) {
        return this.producer.abortTransaction(5000, (abortErr) => done(abortErr ?? (err as Error)));
      }
      this.producer.commitTransaction(10_000, (commitErr) => done(commitErr));
    });
  }
}
