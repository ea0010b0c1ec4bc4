import { Kafka, type Producer, type Transaction as KafkaTransaction } from 'kafkajs';

type Undo = () => void | Promise<void>;

/** A list of things to undo, for state that lives in memory. */
class Transaction {
  #undo: Undo[] = [];

  async send(step: { run: () => Promise<void>; undo: Undo }): Promise<void> {
    await step.run();
    this.#undo.push(step.undo);
  }

  async commit(): Promise<void> {
    this.#undo = [];
  }

  async abort(): Promise<void> {
    for (const undo of this.#undo.reverse()) await undo();
  }
}

export class Auction {
  readonly #bids = new Map<string, number>();
  readonly #producer: Producer;

  constructor(kafka: Kafka, lot: string) {
    this.#producer = kafka.producer({
      transactionalId: `auction-${lot}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async bid(bidder: string, cents: number): Promise<void> {
    const before = this.#bids.get(bidder) ?? 0;
    const memory = new Transaction();
    try {
      await memory.send({
        run: async () => void this.#bids.set(bidder, cents),
        undo: () => void this.#bids.set(bidder, before),
      });
      await this.#publish(bidder, cents);
      await memory.commit();
    } catch (err) {
      await memory.abort();
      throw err;
    }
  }

  async #publish(bidder: string, cents: number): Promise<void> {
    const tx: KafkaTransaction = await this.#producer.transaction();
    try {
      await tx.send({ topic: 'auction.bids', messages: [{ key: bidder, value: String(cents) }] });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], 'bid not rolled back');
      });
      throw err;
    }
    await tx.commit();
  }
}
