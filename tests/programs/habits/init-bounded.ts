import { promisify } from 'node:util';
import { RdKafka } from '@confluentinc/kafka-javascript';
import pRetry from 'p-retry';

type Flagged = Error & Partial<Record<'isFatal' | 'isRetriable' | 'isTxnRequiresAbort', boolean>>;

const flagged = (err: unknown): Flagged => err as Flagged;

export class DoorEvents {
  private readonly raw: RdKafka.HighLevelProducer;
  private readonly ops: Record<'begin' | 'commit' | 'abort' | 'init' | 'connect' | 'close', (arg?: unknown) => Promise<unknown>>;

  constructor(brokers: string, building: string) {
    const raw = new RdKafka.HighLevelProducer({ 'bootstrap.servers': brokers, 'transactional.id': `doors-${building}` });
    this.raw = raw;
    this.ops = {
      begin: promisify(raw.beginTransaction.bind(raw)),
      commit: promisify(raw.commitTransaction.bind(raw)),
      abort: promisify(raw.abortTransaction.bind(raw)),
      init: promisify(raw.initTransactions.bind(raw)),
      connect: promisify(raw.connect.bind(raw)),
      close: promisify(raw.disconnect.bind(raw)),
    };
  }

  async start(): Promise<void> {
    await this.ops.connect({});
    await pRetry(() => this.ops.init(8_000), {
      retries: 5,
      factor: 2,
      shouldRetry: ({ error }) => flagged(error).isRetriable === true,
    });
  }

  async record(door: string, events: string[]): Promise<void> {
    await this.ops.begin();
    try {
      events.forEach((event) => this.raw.produce('doors', null, Buffer.from(event), door, Date.now(), () => {}));
    } catch (err) {
      await this.abortQuietly();
      throw err;
    }

    try {
      await this.ops.commit(20_000);
    } catch (err) {
      if (flagged(err).isTxnRequiresAbort) await this.abortQuietly();
      else await this.ops.close();
      throw err;
    }
  }

  private abortQuietly = (): Promise<unknown> =>
    this.ops.abort(8_000).catch((abortErr) => console.error('doors: abort failed', abortErr));
}
