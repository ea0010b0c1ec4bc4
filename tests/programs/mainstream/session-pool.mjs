import { Producer, stringSerializers } from '@platformatic/kafka';

/** Hands out producers; only one whose last transaction went well comes back. */
export class SessionPool {
  #idle = [];
  #slots;
  #options;

  constructor({ size, ...options }) {
    this.#slots = Array.from({ length: size }, (_, i) => i);
    this.#options = options;
  }

  #take() {
    const session = this.#idle.pop();
    if (session) return session;
    const slot = this.#slots.pop();
    if (slot === undefined) throw new Error('all sessions are busy');
    const producer = new Producer({
      ...this.#options,
      idempotent: true,
      transactionalId: `session-${slot}`,
      serializers: stringSerializers,
    });
    return { slot, producer };
  }

  async #destroy({ slot, producer }) {
    try {
      await producer.close(true);
    } catch (err) {
      console.warn(`session ${slot} did not close cleanly`, err);
    }
    this.#slots.push(slot);
  }

  async publish(messages) {
    const session = this.#take();
    let tx;
    try {
      tx = await session.producer.beginTransaction();
      await tx.send({ messages });
      await tx.commit();
    } catch (err) {
      await this.#destroy(session);
      throw err;
    }
    this.#idle.push(session);
  }

  async drain() {
    await Promise.all(this.#idle.splice(0).map((session) => this.#destroy(session)));
  }
}
