import { Producer, stringSerializers } from '@platformatic/kafka';

type Out = Producer<string, string, string, string>;

export interface Level {
  dam: string;
  metres: number;
}

class ProducerPool {
  readonly #idle: Out[] = [];
  #made = 0;

  async use<T>(work: (producer: Out) => Promise<T>): Promise<T> {
    const producer = this.#idle.pop() ?? this.#make();
    try {
      const result = await work(producer);
      this.#idle.push(producer);
      return result;
    } catch (err) {
      this.#idle.push(producer);
      throw err;
    }
  }

  #make(): Out {
    return new Producer({
      clientId: 'dams',
      bootstrapBrokers: ['dam-kafka:9092'],
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `dam-levels-${process.env.REPLICA ?? 0}-${this.#made++}`,
    });
  }
}

const pool = new ProducerPool();

export const record = (levels: Level[]): Promise<void> =>
  pool.use(async (producer) => {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: levels.map((l) => ({ topic: 'dams.levels', key: l.dam, value: l.metres.toFixed(2) })) });
    } catch (err) {
      await tx.abort().catch((abortErr: Error) => console.error('dams: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  });
