import { Producer, type LibrdKafkaError } from 'node-rdkafka';

type Nothing = (err: LibrdKafkaError | null) => void;

function ready(producer: Producer, left = 6, pause = 250): Promise<void> {
  return new Promise((resolve, reject) => {
    producer.initTransactions(10_000, (err) => {
      if (!err) return resolve();
      if (!err.isRetriable || left === 0) return reject(err);
      setTimeout(() => {
        ready(producer, left - 1, pause * 2).then(resolve, reject);
      }, pause);
    });
  });
}

const toPromise = (start: (done: Nothing) => void) =>
  new Promise<void>((resolve, reject) => {
    start((err) => {
      if (err) reject(err);
      else resolve();
    });
  });

interface Finish {
  snail: string;
  minutes: number;
}

export class RaceTrack {
  private constructor(private readonly producer: Producer) {}

  static async open(brokers: string, track: string): Promise<RaceTrack> {
    const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': `snail-races-${track}` });
    await toPromise((done) => producer.connect({}, (err) => done(err)));
    await ready(producer);
    return new RaceTrack(producer);
  }

  async finish(race: string, order: Finish[]): Promise<void> {
    const { producer } = this;
    await toPromise((done) => producer.beginTransaction(done));
    try {
      order.forEach(({ snail, minutes }, place) => {
        const value = Buffer.from(JSON.stringify({ place: place + 1, minutes }));
        producer.produce('snails.finished', null, value, `${race}/${snail}`);
      });
    } catch (err) {
      await toPromise((done) => producer.abortTransaction(10_000, done)).catch(console.error);
      throw err;
    }
    await toPromise((done) => producer.commitTransaction(30_000, done)).catch((err) =>
      this.close().then(
        () => Promise.reject(err),
        (closeErr) => Promise.reject(new AggregateError([err, closeErr], `race ${race}`)),
      ),
    );
  }

  close(): Promise<void> {
    return toPromise((done) => this.producer.disconnect(5_000, done));
  }
}
