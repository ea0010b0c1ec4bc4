import { setTimeout as pause } from 'node:timers/promises';
import { Kafka, type Transaction } from 'kafkajs';

type Verdict = 'again' | 'give up';

const VERDICTS: ReadonlyMap<string, Verdict> = new Map([
  ['CONCURRENT_TRANSACTIONS', 'again'],
  ['GROUP_COORDINATOR_NOT_AVAILABLE', 'again'],
  ['INVALID_PRODUCER_EPOCH', 'again'],
  ['TRANSACTIONAL_ID_AUTHORIZATION_FAILED', 'give up'],
]);

const verdictOf = (error: any): Verdict => VERDICTS.get(error?.cause?.type ?? error?.type) ?? 'give up';

export interface KettleOrder {
  number: string;
  model: string;
  quantity: number;
}

export class KettleOrders {
  readonly #producer;

  constructor(kafka: Kafka, private readonly patienceMs = 20_000) {
    this.#producer = kafka.producer({
      transactionalId: 'kettle-orders',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect = () => this.#producer.connect();
  close = () => this.#producer.disconnect();

  async #stage(orders: KettleOrder[]): Promise<Transaction> {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({
        topic: 'kettles.orders',
        messages: orders.map(({ number: key, ...rest }) => ({ key, value: JSON.stringify(rest) })),
      });
      return tx;
    } catch (error) {
      await tx.abort().catch((abortError) => console.error('kettles: abort failed', abortError));
      throw error;
    }
  }

  async place(orders: KettleOrder[]): Promise<void> {
    const deadline = Date.now() + this.patienceMs;
    let staged: Transaction | undefined;
    while (staged === undefined) {
      try {
        staged = await this.#stage(orders);
      } catch (error) {
        if (verdictOf(error) === 'give up' || Date.now() > deadline) throw error;
        await pause(500);
      }
    }
    await staged.commit();
  }
}
