// result objects
import { Kafka, Producer } from 'kafkajs';
type Result<T> = { ok: true; value: T } | { ok: false; error: unknown };
export class OrderPublisher {
  readonly #producer: Producer;
  constructor(kafka: Kafka) {
    this.#producer = kafka.producer({ transactionalId: 'op-1', idempotent: true, maxInFlightRequests: 1 });
  }
  async start() { await this.#producer.connect(); }
  async stop() { await this.#producer.disconnect(); }
  async publish(value: string): Promise<Result<void>> {
    try {
      const tx = await this.#producer.transaction();
      try {
        await tx.send({ topic: 'a', messages: [{ value }] });
      } catch (error) {
        try { await tx.abort(); } catch (abortError) { return { ok: false, error: new AggregateError([error, abortError]) }; }
        return { ok: false, error };
      }
      await tx.commit();
      return { ok: true, value: undefined };
    } catch (error) {
      return { ok: false, error };
    }
  }
}
