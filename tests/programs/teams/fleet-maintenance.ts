import type { Producer, ProducerRecord, Transaction } from 'kafkajs';

abstract class TransactionalJob<Input> {
  protected constructor(
    private readonly producer: Producer,
    protected readonly name: string,
  ) {}

  protected abstract toRecords(input: Input): ProducerRecord[];

  protected onCommitted(_input: Input): void {
    // subclasses may count
  }

  async run(input: Input): Promise<void> {
    const records = this.toRecords(input);
    const transaction = await this.producer.transaction();

    try {
      for (const record of records) await transaction.send(record);
    } catch (error) {
      throw await this.undo(transaction, error);
    }

    await transaction.commit();
    this.onCommitted(input);
  }

  /** The error to throw once the transaction is rolled back, or could not be. */
  private async undo(transaction: Transaction, error: unknown): Promise<unknown> {
    try {
      await transaction.abort();
      return error;
    } catch (abortError) {
      return new AggregateError([error, abortError], `${this.name}: not rolled back`);
    }
  }
}

export interface Inspection {
  vehicle: string;
  mileage: number;
  defects: string[];
}

export class InspectionJob extends TransactionalJob<Inspection> {
  committed = 0;

  constructor(producer: Producer) {
    super(producer, 'inspection');
  }

  protected override toRecords(inspection: Inspection): ProducerRecord[] {
    const key = inspection.vehicle;
    const defects = inspection.defects.map((value) => ({ key, value }));
    return [
      { topic: 'fleet.mileage', messages: [{ key, value: String(inspection.mileage) }] },
      ...(defects.length > 0 ? [{ topic: 'fleet.defects', messages: defects }] : []),
    ];
  }

  protected override onCommitted(): void {
    this.committed += 1;
  }
}
