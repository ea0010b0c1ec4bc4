import { EventEmitter } from 'node:events';
import { Kafka, type Producer, type Transaction } from 'kafkajs';

enum Phase {
  Idle = 'idle',
  Starting = 'starting',
  Ready = 'ready',
  Recovering = 'recovering',
  Stopped = 'stopped',
}

const LEGAL: Record<Phase, readonly Phase[]> = {
  [Phase.Idle]: [Phase.Starting],
  [Phase.Starting]: [Phase.Ready, Phase.Stopped],
  [Phase.Ready]: [Phase.Recovering, Phase.Stopped],
  [Phase.Recovering]: [Phase.Starting, Phase.Stopped],
  [Phase.Stopped]: [],
};

export interface Posting {
  account: string;
  amount: string;
}

export class LedgerNode extends EventEmitter<{ phase: [Phase]; error: [unknown] }> {
  #phase = Phase.Idle;
  #producer: Producer | null = null;

  constructor(
    readonly kafka: Kafka,
    readonly book: string,
  ) {
    super();
  }

  get isReady(): boolean {
    return this.#phase === Phase.Ready;
  }

  async start(): Promise<void> {
    this.#to(Phase.Starting);
    const producer = this.kafka.producer({
      transactionalId: `ledger-${this.book}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    this.#producer = producer;
    this.#to(Phase.Ready);
  }

  async stop(): Promise<void> {
    this.#to(Phase.Stopped);
    await this.#producer?.disconnect();
  }

  async post(postings: Posting[]): Promise<void> {
    if (!this.isReady || !this.#producer) throw new Error(`ledger ${this.book} is ${this.#phase}`);
    const transaction = await this.#producer.transaction();
    let ended = false;
    try {
      await transaction.send({
        topic: 'ledger.postings',
        messages: postings.map(({ account, amount }) => ({ key: account, value: amount })),
      });
      ended = true;
      await transaction.commit();
    } catch (err) {
      if (!ended) ended = !(await this.#abort(transaction));
      if (ended) await this.#recover();
      throw err;
    }
  }

  /** @returns whether the transaction is aborted */
  async #abort(transaction: Transaction): Promise<boolean> {
    try {
      await transaction.abort();
      return true;
    } catch (err) {
      console.error('ledger: abort failed', err);
      return false;
    }
  }

  async #recover(): Promise<void> {
    try {
      this.#to(Phase.Recovering);
      await this.#producer?.disconnect();
      await this.start();
    } catch (err) {
      this.emit('error', err);
    }
  }

  #to(phase: Phase): void {
    if (!LEGAL[this.#phase].includes(phase)) throw new Error(`ledger: ${this.#phase} -> ${phase}`);
    this.#phase = phase;
    this.emit('phase', phase);
  }
}
