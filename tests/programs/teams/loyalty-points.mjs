import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'loyalty-points', brokers: ['kafka:9092'] });
const BATCH = 200;
const MAX_FAILURES = 5;

export class PointsRelay {
  #queue = [];
  #producer = null;

  add(member, points) {
    this.#queue.push({ key: member, value: String(points) });
  }

  async #renew() {
    await this.#producer?.disconnect().catch((err) => console.warn('disconnect failed', err));
    this.#producer = kafka.producer({
      transactionalId: 'loyalty-points-relay',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await this.#producer.connect();
  }

  async #flush(messages) {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: 'loyalty.points', messages });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }

  /** Empties the queue; a batch that fails is put back. */
  async drain() {
    await this.#renew();
    let failures = 0;
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, BATCH);
      try {
        await this.#flush(batch);
        failures = 0;
      } catch (err) {
        this.#queue.unshift(...batch);
        if (++failures === MAX_FAILURES) throw err;
        console.warn('%d points events put back', batch.length, err);
        await this.#renew();
      }
    }
  }
}
