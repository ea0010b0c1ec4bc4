import { promisify } from 'node:util';
import { RdKafka } from '@confluentinc/kafka-javascript';

type TxError = Error & { isTxnRequiresAbort?: boolean; isFatal?: boolean };

export class LampBuoys {
  private readonly begin: () => Promise<void>;
  private readonly commit: (timeout: number) => Promise<void>;
  private readonly abort: (timeout: number) => Promise<void>;
  private readonly disconnect: () => Promise<void>;

  constructor(private readonly producer: RdKafka.HighLevelProducer) {
    this.begin = promisify(producer.beginTransaction.bind(producer)) as never;
    this.commit = promisify(producer.commitTransaction.bind(producer)) as never;
    this.abort = promisify(producer.abortTransaction.bind(producer)) as never;
    this.disconnect = promisify(producer.disconnect.bind(producer)) as never;
  }

  private produce(buoy: string, state: 'lit' | 'dark'): Promise<void> {
    return new Promise((resolve, reject) => {
      this.producer.produce('coast.buoys', null, Buffer.from(state), buoy, Date.now(), (err: unknown) => {
        if (err) reject(err as Error);
        else resolve();
      });
    });
  }

  async report(states: Map<string, 'lit' | 'dark'>): Promise<void> {
    await this.begin();
    try {
      await Promise.all([...states].map(([buoy, state]) => this.produce(buoy, state)));
    } catch (err) {
      await this.abort(5000).catch((e) => console.error('buoys: abort failed', e));
      throw err;
    }

    try {
      await this.commit(20000);
    } catch (err) {
      // Only a commit that the coordinator has turned down may be followed by an abort.
      const settle = (err as TxError).isTxnRequiresAbort ? this.abort(5000) : this.disconnect();
      await settle.catch((e) => console.error('buoys: not settled', e));
      throw err;
    }
  }
}
