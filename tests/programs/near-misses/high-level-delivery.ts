import { RdKafka } from '@confluentinc/kafka-javascript';

type Done = (err?: unknown) => void;

const until = (start: (cb: Done) => void): Promise<void> =>
  new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));

export interface Vote {
  poll: string;
  voter: string;
  choice: number;
}

export class BallotBox {
  private readonly box = new RdKafka.HighLevelProducer({
    'bootstrap.servers': 'votes:9092',
    'transactional.id': 'ballot-box-1',
  });

  async open(): Promise<void> {
    await until((cb) => this.box.connect({}, cb));
    await until((cb) => this.box.initTransactions(15_000, cb));
  }

  private cast(vote: Vote): Promise<void> {
    const value = Buffer.from(String(vote.choice));
    return until((cb) => {
      this.box.produce(`polls.${vote.poll}`, null, value, vote.voter, Date.now(), (err: unknown) => cb(err));
    });
  }

  async count(votes: Vote[]): Promise<number> {
    await until((cb) => this.box.beginTransaction(cb));
    let casts: Promise<void>[] = [];
    try {
      casts = votes.map((vote) => this.cast(vote));
      await Promise.all(casts);
    } catch (err) {
      await until((cb) => this.box.abortTransaction(15_000, cb)).catch((abortErr) => {
        console.error('ballot box: abort failed', abortErr);
      });
      throw err;
    }
    try {
      await until((cb) => this.box.commitTransaction(30_000, cb));
    } catch (err) {
      await until((cb) => this.box.disconnect(5_000, cb));
      throw err;
    }
    return casts.length;
  }
}
