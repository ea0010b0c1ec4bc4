import { Producer, stringSerializers } from '@platformatic/kafka';

type LaneProducer = Producer<string, string, string, string>;

const open = (bootstrapBrokers: string[], lane: number): LaneProducer =>
  new Producer({
    clientId: `ledger-lane-${lane}`,
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `ledger-lane-${lane}`,
  });

export class Lanes {
  #producers: LaneProducer[];
  #free: number[];
  #waiting: ((lane: number) => void)[] = [];

  constructor(private readonly brokers: string[], count: number) {
    this.#free = [...Array(count).keys()];
    this.#producers = this.#free.map((lane) => open(brokers, lane));
  }

  #acquire(): Promise<number> {
    const lane = this.#free.pop();
    return lane === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(lane);
  }

  #release(lane: number): void {
    const next = this.#waiting.shift();
    if (next) next(lane);
    else this.#free.push(lane);
  }

  async #close(lane: number, producer: LaneProducer): Promise<void> {
    try {
      await producer.close(true);
    } catch (err) {
      console.warn(`lane ${lane}: not closed`, err);
    }
  }

  async transfer(from: string, to: string, cents: number): Promise<void> {
    const lane = await this.#acquire();
    const producer = this.#producers[lane];
    let ok = false;
    try {
      const tx = await producer.beginTransaction();
      try {
        await tx.send({
          messages: [
            { topic: 'ledger', key: from, value: String(-cents) },
            { topic: 'ledger', key: to, value: String(cents) },
          ],
        });
      } catch (err) {
        await tx.abort().catch((e: unknown) => console.warn(`lane ${lane}: abort failed`, e));
        throw err;
      }
      await tx.commit();
      ok = true;
    } finally {
      if (!ok) {
        this.#producers[lane] = open(this.brokers, lane);
        await this.#close(lane, producer);
      }
      this.#release(lane);
    }
  }
}
