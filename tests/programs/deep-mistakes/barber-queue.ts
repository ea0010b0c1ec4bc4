import { Producer, stringSerializers, type MessageToProduce } from '@platformatic/kafka';

interface Cut {
  chair: number;
  customer: string;
  style?: string;
}

type Tx = Awaited<ReturnType<Producer<string, string, string, string>['beginTransaction']>>;

export class BarberQueue {
  readonly #served = new Set<string>();
  readonly #producer = new Producer({
    clientId: 'barber',
    bootstrapBrokers: ['barber-kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'barber-queue',
  });

  async serve(cuts: Cut[]): Promise<number> {
    const tx = await this.#producer.beginTransaction();
    let filled: boolean;
    try {
      filled = await this.#fill(tx, cuts);
    } catch (err) {
      await tx.abort().catch((e: Error) => console.warn('queue not rolled back: %s', e.message));
      throw err;
    }
    if (!filled) {
      return 0;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.#producer.close(true);
      throw err;
    }
    cuts.forEach((c) => this.#served.add(c.customer));
    return cuts.length;
  }

  async #fill(tx: Tx, cuts: Cut[]): Promise<boolean> {
    const fresh = cuts.filter((c) => !this.#served.has(c.customer));
    if (fresh.length === 0) return false;
    const messages = fresh.map((c) => ({ topic: 'barber.cuts', key: String(c.chair), value: c.style ?? 'dry cut' }));
    await tx.send({ messages: messages as MessageToProduce<string, string, string, string>[] });
    return true;
  }
}
