import type { Producer, ProducerRecord, Transaction } from 'kafkajs';

export interface Coin {
  inventory: string;
  emperor: string;
  mint: string;
}

export interface UnitOfWork {
  register(record: ProducerRecord): void;
  complete(): Promise<void>;
}

/** Collects records and writes them when the work is complete; until then there is no transaction. */
class KafkaUnitOfWork implements UnitOfWork {
  private readonly records: ProducerRecord[] = [];

  constructor(private readonly producer: Producer) {}

  register(record: ProducerRecord): void {
    this.records.push(record);
  }

  async complete(): Promise<void> {
    const records = this.records.splice(0);
    if (records.length === 0) return;
    const tx = await this.producer.transaction();
    let failure: { error: unknown } | undefined;
    for (const record of records) {
      if (failure) break;
      failure = await this.write(tx, record);
    }
    if (failure) {
      if (tx.isActive()) {
        await tx.abort().catch((err: unknown) => console.error('unit of work not rolled back', err));
      }
      throw failure.error;
    }
    await tx.commit();
  }

  private async write(tx: Transaction, record: ProducerRecord): Promise<{ error: unknown } | undefined> {
    try {
      await tx.send(record);
      return undefined;
    } catch (error) {
      return { error };
    }
  }
}

export class CoinCabinet {
  constructor(private readonly begin: () => UnitOfWork) {}

  async acquire(coins: Coin[]): Promise<void> {
    const work = this.begin();
    for (const coin of coins) {
      work.register({ topic: 'coins.acquired', messages: [{ key: coin.inventory, value: JSON.stringify(coin) }] });
    }
    work.register({ topic: 'coins.counts', messages: [{ value: String(coins.length) }] });
    await work.complete();
  }
}

export const cabinet = (producer: Producer): CoinCabinet => new CoinCabinet(() => new KafkaUnitOfWork(producer));
