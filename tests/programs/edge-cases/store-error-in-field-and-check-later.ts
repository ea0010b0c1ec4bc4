// store error in field and check later
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export class Writer {
  #failure?: unknown;
  async write(values: string[]) {
    const tx = await producer.transaction();
    await Promise.all(values.map((value) => tx.send({ topic: 't', messages: [{ value }] }).catch((e) => { this.#failure ??= e; })));
    if (this.#failure) {
      const f = this.#failure; this.#failure = undefined;
      await tx.abort().catch(() => {});
      throw f;
    }
    await tx.commit();
  }
}
