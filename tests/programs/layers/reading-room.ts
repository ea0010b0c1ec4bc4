import { Kafka, type Producer, type Transaction } from 'kafkajs';

export interface Loan {
  shelfmark: string;
  reader: string;
}

/** Exports of the manuscript reading room, one transaction per night. */
abstract class NightlyExport<Row> {
  protected abstract readonly topic: string;

  constructor(private readonly producer: Producer) {}

  protected abstract rows(day: string): Promise<Row[]>;
  protected abstract keyOf(row: Row): string;

  open(): Promise<void> {
    return this.producer.connect();
  }

  async run(day: string): Promise<void> {
    const rows = await this.rows(day);
    const tx = await this.producer.transaction();
    try {
      for (const row of rows) {
        await this.write(tx, row);
      }
      await this.conclude(tx, day);
    } catch (err) {
      await this.discard(tx);
      throw err;
    }
  }

  protected async write(tx: Transaction, row: Row): Promise<void> {
    await tx.send({ topic: this.topic, messages: [{ key: this.keyOf(row), value: JSON.stringify(row) }] });
  }

  protected async conclude(tx: Transaction, day: string): Promise<void> {
    await tx.send({ topic: `${this.topic}.days`, messages: [{ value: day }] });
    await tx.commit();
  }

  private async discard(tx: Transaction): Promise<void> {
    try {
      await tx.abort();
    } catch (err) {
      console.error(`${this.topic}: export not rolled back`, err);
    }
  }
}

export class LoanExport extends NightlyExport<Loan> {
  protected readonly topic = 'manuscripts.loans';

  constructor(kafka: Kafka, private readonly find: (day: string) => Promise<Loan[]>) {
    super(kafka.producer({ transactionalId: 'reading-room-loans', idempotent: true, maxInFlightRequests: 1 }));
  }

  protected rows(day: string): Promise<Loan[]> {
    return this.find(day);
  }

  protected keyOf(loan: Loan): string {
    return loan.shelfmark;
  }
}
