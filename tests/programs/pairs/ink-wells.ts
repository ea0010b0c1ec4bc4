import { Producer, stringSerializers } from '@platformatic/kafka';
import retry from 'async-retry';
import type { Pool } from 'pg';

export interface Refill {
  id: number;
  well: string;
  millilitres: number;
}

export class RefillRelay {
  readonly #producer: Producer<string, string, string, string>;
  readonly #pool: Pool;

  constructor(bootstrapBrokers: string[], pool: Pool) {
    this.#pool = pool;
    this.#producer = new Producer({
      clientId: 'ink-wells',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'ink-wells-refills',
    });
  }

  async relay(refills: Refill[]): Promise<void> {
    await this.#publish(refills);
    // The refills are out. Only the tick in the database is repeated, never their publication.
    await retry(() => this.#tickOff(refills), { retries: 5, minTimeout: 200 });
  }

  async #tickOff(refills: Refill[]): Promise<void> {
    const ids = refills.map((refill) => refill.id);
    await this.#pool.query('UPDATE refills SET relayed = now() WHERE id = ANY($1)', [ids]);
  }

  async #publish(refills: Refill[]): Promise<void> {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({
        messages: refills.map((r) => ({ topic: 'ink.refills', key: r.well, value: String(r.millilitres) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('refills not rolled back', abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.#producer.close(true).catch((closeErr: unknown) => console.error('not closed', closeErr));
      throw err;
    }
  }
}
