import { HighLevelProducer, type LibrdKafkaError } from '@confluentinc/kafka-javascript';

export interface Bid {
  auction: string;
  bidder: string;
  megawatts: number;
  price: number;
}

type Callback = (err?: LibrdKafkaError | null) => void;

const call = (start: (cb: Callback) => unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    start((err) => (err ? reject(err) : resolve()));
  });

export class AuctionHouse {
  private static readonly TIMEOUT = 15_000;
  private readonly producer: HighLevelProducer;

  constructor(brokers: string, market: string) {
    this.producer = new HighLevelProducer({
      'bootstrap.servers': brokers,
      'transactional.id': `auctions-${market}`,
    });
  }

  async close(auction: string, bids: Bid[]): Promise<void> {
    await call((cb) => this.producer.beginTransaction(cb));
    try {
      for (const bid of bids) await this.produce('auctions.bids', auction, JSON.stringify(bid));
      await this.produce('auctions.closed', auction, String(bids.length));
    } catch (err) {
      await this.abort();
      throw err;
    }
    await this.commit(5);
  }

  private produce(topic: string, key: string, value: string): Promise<void> {
    return call((cb) => this.producer.produce(topic, null, Buffer.from(value), key, Date.now(), cb));
  }

  private async commit(resumes: number): Promise<void> {
    try {
      await call((cb) => this.producer.commitTransaction(AuctionHouse.TIMEOUT, cb));
    } catch (err) {
      const { isTxnRequiresAbort, isRetriable } = err as LibrdKafkaError;
      switch (true) {
        case isTxnRequiresAbort:
          await this.abort();
          throw err;
        case isRetriable && resumes > 0:
          return this.commit(resumes - 1);
        default:
          await call((cb) => this.producer.disconnect(cb)).catch(console.error);
          throw err;
      }
    }
  }

  /** Never rejects. */
  private async abort(): Promise<void> {
    try {
      await call((cb) => this.producer.abortTransaction(AuctionHouse.TIMEOUT, cb));
    } catch (err) {
      console.error('auction: abort failed', err);
    }
  }
}
