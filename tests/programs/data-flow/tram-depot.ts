import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { Producer } from 'node-rdkafka';

interface DepotConfig {
  brokers: string;
  depot: string;
  instance?: string;
}

const identity = (() => {
  const [short] = randomUUID().split('-');
  return { short, startedAt: new Date().toISOString() };
})();

function settings({ brokers, depot, instance = identity.short }: DepotConfig) {
  const common = { 'metadata.broker.list': brokers, 'client.id': `depot-${depot}` };
  return { ...common, 'transactional.id': `tram-depot-${depot}-${instance}` };
}

export class TramDepot {
  private readonly producer: Producer;
  private readonly begin: () => Promise<void>;
  private readonly end: (timeout: number) => Promise<void>;
  private readonly undo: (timeout: number) => Promise<void>;

  constructor(brokers: string, depot: string) {
    this.producer = new Producer(settings({ brokers, depot }));
    this.begin = promisify(this.producer.beginTransaction.bind(this.producer)) as () => Promise<void>;
    this.end = promisify(this.producer.commitTransaction.bind(this.producer)) as (t: number) => Promise<void>;
    this.undo = promisify(this.producer.abortTransaction.bind(this.producer)) as (t: number) => Promise<void>;
  }

  async park(trams: ReadonlyArray<{ number: number; track: string }>): Promise<void> {
    await this.begin();
    try {
      for (const { number, track } of trams) {
        this.producer.produce('depot.tracks', null, Buffer.from(track), String(number));
      }
    } catch (err) {
      await this.undo(10_000).catch((abortErr) => console.error('trams not rolled back', abortErr));
      throw err;
    }
    try {
      await this.end(30_000);
    } catch (err) {
      this.producer.disconnect();
      throw err;
    }
  }
}
