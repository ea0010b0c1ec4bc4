import { Kafka, KafkaJSNumberOfRetriesExceeded, type Message, type Producer, type Transaction } from 'kafkajs';

type Log = (line: string, detail: unknown) => void;

/**
 * Owns the one live incarnation of the producer of a lane. Whoever publishes gets the
 * incarnation that is current; one that cannot be trusted any more is retired, and the next
 * call starts another with the same transactional id, which fences what is left of the old.
 */
export class LaneKeeper {
  #current: Producer | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly lane: string,
    private readonly log: Log,
  ) {}

  async #acquire(): Promise<Producer> {
    if (this.#current) return this.#current;
    const producer = this.kafka.producer({
      transactionalId: `lane-${this.lane}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    this.#current = producer;
    return producer;
  }

  async #retire(producer: Producer): Promise<void> {
    if (this.#current === producer) this.#current = undefined;
    try {
      await producer.disconnect();
    } catch (err) {
      this.log('retired producer did not disconnect', err);
    }
  }

  async publish(topic: string, messages: Message[]): Promise<void> {
    const producer = await this.#acquire();
    let tx: Transaction;
    try {
      tx = await producer.transaction();
    } catch (err) {
      await this.#retire(producer);
      throw err;
    }

    try {
      await tx.send({ topic, messages });
    } catch (err) {
      // Only spent retries leave the producer as good as new, and only after a clean abort.
      const keep =
        err instanceof KafkaJSNumberOfRetriesExceeded &&
        (await tx.abort().then(
          () => true,
          (abortErr) => {
            this.log('abort failed', abortErr);
            return false;
          },
        ));
      if (!keep) await this.#retire(producer);
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      await this.#retire(producer);
      throw err;
    }
  }
}
