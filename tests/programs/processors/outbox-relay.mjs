import { Producer, stringSerializers } from '@platformatic/kafka';
import { setTimeout as sleep } from 'node:timers/promises';

const MAX_ROUNDS = 3;

/** Only this one error promises that nothing but an abort is needed. */
const isAbortable = (err) => Boolean(err?.findBy?.('apiId', 'TRANSACTION_ABORTABLE'));

export class OutboxRelay {
  #producer;
  #sql;
  #halted = null;

  constructor(sql, { brokers, slot }) {
    this.#sql = sql;
    this.#producer = new Producer({
      clientId: 'outbox-relay',
      bootstrapBrokers: brokers,
      idempotent: true,
      transactionalId: `outbox-relay-${slot}`,
      serializers: stringSerializers,
    });
  }

  get health() {
    return this.#halted ? { status: 'down', reason: this.#halted } : { status: 'up' };
  }

  async run(signal) {
    while (!signal.aborted && !this.#halted) {
      const rows = await this.#sql`select id, topic, key, payload from outbox order by id limit 500`;
      if (rows.length === 0) {
        await sleep(250, undefined, { signal }).catch(() => {});
        continue;
      }
      try {
        await this.#publish(rows);
      } catch (err) {
        this.#halted = err;
        break;
      }
      await this.#sql`delete from outbox where id in ${this.#sql(rows.map((row) => row.id))}`;
    }
    await this.#producer.close(true);
    if (this.#halted) throw this.#halted;
  }

  async #publish(rows) {
    const messages = rows.map(({ topic, key, payload }) => ({ topic, key, value: payload }));
    for (let round = 1; ; round += 1) {
      const tx = await this.#producer.beginTransaction();
      try {
        await tx.send({ messages });
      } catch (err) {
        try {
          await tx.abort();
        } catch (abortErr) {
          throw new AggregateError([err, abortErr], 'outbox rows neither relayed nor rolled back');
        }
        if (isAbortable(err) && round < MAX_ROUNDS) continue;
        throw err;
      }
      await tx.commit();
      return;
    }
  }
}
