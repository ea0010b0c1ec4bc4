import { Kafka, type Producer, type Transaction } from 'kafkajs';

class TransactionalService {
  private readonly producer: Producer;

  constructor(name: string, brokers: string[]) {
    this.producer = new Kafka({ clientId: name, brokers }).producer({
      transactionalId: `${name}-0`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  protected begin(): Promise<Transaction> {
    return this.producer.transaction();
  }
}

export class Deposits extends TransactionalService {
  readonly #booked = new Set<string>();

  async book(id: string, account: string, cents: number): Promise<void> {
    const tx = await this.begin();
    if (this.#booked.has(id)) {
      console.info(`deposit ${id} is booked already`);
      return;
    }
    try {
      await tx.send({ topic: 'deposits', messages: [{ key: account, value: `${id}:${cents}` }] });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `deposit ${id} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
    this.#booked.add(id);
  }
}
