import { Producer, stringSerializers } from '@platformatic/kafka';

export class LockageFailed extends Error {
  constructor(lock, cause) {
    super(`lockage at ${lock} was not recorded`, { cause });
    this.name = 'LockageFailed';
  }
}

export class LockLog {
  #producer;

  constructor(options) {
    this.#producer = new Producer({
      ...options,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'canal-locks',
    });
  }

  async record(lock, vessels) {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({ messages: vessels.map((v) => ({ topic: 'canal.lockages', key: lock, value: v.name })) });
      await tx.send({ messages: [{ topic: 'canal.water', key: lock, value: '-1' }] });
    } catch (error) {
      await tx.abort();
      throw new LockageFailed(lock, error);
    }
    try {
      await tx.commit();
    } catch (error) {
      await this.#producer.close(true);
      throw new LockageFailed(lock, error);
    }
  }

  close() {
    return this.#producer.close();
  }
}
