import { promisify } from 'node:util';
import { HighLevelProducer } from 'node-rdkafka';

export interface Offer {
  plant: string;
  hour: number;
  megawatts: number;
}

const TIMEOUT = 12_000;

export class EnergyOffers {
  private readonly producer: HighLevelProducer;
  private readonly begin: () => Promise<void>;
  private readonly commit: (timeout: number) => Promise<void>;
  private readonly abort: (timeout: number) => Promise<void>;

  constructor(brokers: string, zone: string) {
    this.producer = new HighLevelProducer({ 'metadata.broker.list': brokers, 'transactional.id': `offers-${zone}` });
    this.begin = promisify(this.producer.beginTransaction.bind(this.producer));
    this.commit = promisify(this.producer.commitTransaction.bind(this.producer));
    this.abort = promisify(this.producer.abortTransaction.bind(this.producer));
  }

  private async withdraw(): Promise<void> {
    let attempts = 0;
    let withdrawn = false;
    while (!withdrawn && attempts < 5) {
      attempts += 1;
      try {
        await this.abort(TIMEOUT);
        withdrawn = true;
      } catch (err) {
        console.warn(`offers: abort ${attempts} failed`, err);
      }
    }
  }

  private put(offer: Offer): Promise<number> {
    return new Promise((resolve, reject) => {
      const value = Buffer.from(JSON.stringify(offer));
      this.producer.produce('energy.offers', null, value, offer.plant, Date.now(), (err: Error | null, offset?: number | null) =>
        err ? reject(err) : resolve(Number(offset)),
      );
    });
  }

  async submit(offers: Offer[]): Promise<void> {
    await this.begin();
    try {
      await Promise.all(offers.map((offer) => this.put(offer)));
    } catch (err) {
      await this.withdraw();
      throw err;
    }
    await this.commit(TIMEOUT).catch(async (err) => {
      if (err.isTxnRequiresAbort) await this.withdraw();
      throw err;
    });
  }
}
