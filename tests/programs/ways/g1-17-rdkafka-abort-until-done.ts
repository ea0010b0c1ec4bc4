import * as RdKafka from 'node-rdkafka';

const TIMEOUT = 6_000;

type Done = (err?: Error | null) => void;

function call(run: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    run((err) => (err ? reject(err) : resolve()));
  });
}

export class TurbineLog {
  private readonly producer: RdKafka.Producer;

  constructor(park: string) {
    this.producer = new RdKafka.Producer({
      'metadata.broker.list': 'kafka:9092',
      'transactional.id': `turbine-log-${park}`,
    });
  }

  async open(): Promise<void> {
    await call((done) => this.producer.connect({}, (err) => done(err)));
    await call((done) => this.producer.initTransactions(TIMEOUT, done));
  }

  private async abortForSure(): Promise<void> {
    let lastError: unknown;
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        await call((done) => this.producer.abortTransaction(TIMEOUT, done));
        return;
      } catch (err) {
        lastError = err;
      }
    }
    console.error('five aborts failed', lastError);
  }

  async write(rows: Array<{ turbine: string; kw: number }>): Promise<void> {
    await call((done) => this.producer.beginTransaction(done));
    try {
      for (const { turbine, kw } of rows) {
        this.producer.produce('turbines.power', null, Buffer.from(kw.toFixed(1)), turbine);
      }
    } catch (err) {
      await this.abortForSure();
      throw err;
    }
    try {
      await call((done) => this.producer.commitTransaction(TIMEOUT, done));
    } catch (err) {
      await call((done) => this.producer.disconnect(TIMEOUT, done));
      throw err;
    }
  }
}
