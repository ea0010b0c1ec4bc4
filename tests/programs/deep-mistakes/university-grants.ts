import { setTimeout as sleep } from 'node:timers/promises';
import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

export type Grant = Readonly<{ project: string; faculty: string; euros: number }>;

const mayPass = (err: unknown): boolean =>
  err instanceof Error && GenericError.isGenericError(err) && (err as GenericError).findBy('canRetry', true) !== null;

export class GrantOffice {
  readonly #producer: Producer<string, string, string, string>;

  constructor(brokers: string[], university: string) {
    this.#producer = new Producer({
      clientId: 'grant-office',
      bootstrapBrokers: brokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `grants-${university}`,
    });
  }

  async #begin() {
    let attempt = 0;
    do {
      try {
        return await this.#producer.beginTransaction();
      } catch (err) {
        await this.#producer.transaction?.cancel();
        if (attempt === 3 || !mayPass(err)) throw err;
        await sleep(2 ** attempt * 300);
      }
    } while (++attempt);
    throw new Error('unreachable');
  }

  async award(grants: Grant[]): Promise<number> {
    const tx = await this.#begin();
    const messages = grants.map((g) => ({ topic: `grants.${g.faculty}`, key: g.project, value: String(g.euros) }));
    try {
      await tx.send({ messages });
    } catch (err) {
      await tx.abort().catch((e: unknown) => console.error('grants not rolled back', e));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.#producer.close(true);
      throw err;
    }
    return messages.length;
  }

  close(): Promise<void> {
    return this.#producer.close();
  }
}
