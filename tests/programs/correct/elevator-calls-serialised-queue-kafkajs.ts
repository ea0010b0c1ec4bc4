import type { Message, Producer } from 'kafkajs';

/** One producer has one transaction at a time, so calls wait for each other. */
export class ElevatorCalls {
  #tail: Promise<unknown> = Promise.resolve();

  constructor(private readonly producer: Producer) {}

  publish(building: string, calls: Message[]): Promise<void> {
    const turn = this.#tail.then(() => this.#publishNow(building, calls));
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  async #publishNow(building: string, calls: Message[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: `elevators.${building}.calls`, messages: calls });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `calls of ${building} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
  }

  async drain(): Promise<void> {
    await this.#tail;
    await this.producer.disconnect();
  }
}
