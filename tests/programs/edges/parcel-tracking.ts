import { promisify } from 'node:util';
import { Producer } from '@confluentinc/kafka-javascript';
import { config } from './config';
import { log } from './log';

export interface Scan {
  parcel: string;
  depot: string;
  at: string;
}

const ABORT_TRIES = 5;

export class ParcelTracking {
  private readonly client: Producer;
  private readonly begin: () => Promise<void>;
  private readonly commit: (timeout: number) => Promise<void>;
  private readonly abort: (timeout: number) => Promise<void>;

  constructor(depot: string) {
    this.client = new Producer({
      'bootstrap.servers': config.brokers,
      'transactional.id': `parcel-tracking-${depot}`,
      'enable.idempotence': true,
    });
    this.begin = promisify(this.client.beginTransaction.bind(this.client));
    this.commit = promisify(this.client.commitTransaction.bind(this.client));
    this.abort = promisify(this.client.abortTransaction.bind(this.client));
  }

  open(done: (err: unknown) => void): void {
    this.client.once('ready', () => this.client.initTransactions(30_000, done));
    this.client.connect();
  }

  private async giveUp(): Promise<void> {
    let tries = 0;
    let done = false;
    while (!done && tries < ABORT_TRIES) {
      tries += 1;
      try {
        await this.abort(5_000);
        done = true;
      } catch (err) {
        log.warn({ err, tries }, 'abort failed');
      }
    }
    if (!done) log.error('the transaction is left to the broker');
  }

  async record(scans: Scan[]): Promise<void> {
    await this.begin();
    try {
      for (const scan of scans) {
        this.client.produce('parcels.scans', null, Buffer.from(JSON.stringify(scan)), scan.parcel, Date.now());
      }
    } catch (err) {
      await this.giveUp();
      throw err;
    }
    await this.commit(30_000);
  }
}
