import { Kafka, type Producer, type Transaction } from 'kafkajs';

export interface Cast {
  bell: string;
  alloy: string;
  kilograms: number;
}

export class Semaphore {
  #free: number;
  readonly #queue: Array<() => void> = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  async use<T>(task: () => T | Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((go) => this.#queue.push(go));
    else this.#free -= 1;
    try {
      return await task();
    } finally {
      const go = this.#queue.shift();
      if (go) go();
      else this.#free += 1;
    }
  }
}

const furnace = new Semaphore(3);

function pour(tx: Transaction, casts: Cast[]): Promise<void[]> {
  return Promise.all(
    casts.map((cast) =>
      furnace.use(() => {
        console.debug('pouring', cast.bell);
        tx.send({ topic: 'foundry.casts', messages: [{ key: cast.bell, value: JSON.stringify(cast) }] });
      }),
    ),
  );
}

export async function publishCasts(producer: Producer, casts: Cast[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await pour(tx, casts);
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => {
      throw new AggregateError([err, abortErr], 'casts not rolled back');
    });
    throw err;
  }
  await tx.commit();
}

export const createProducer = (kafka: Kafka): Producer =>
  kafka.producer({ transactionalId: 'bell-foundry', idempotent: true, maxInFlightRequests: 1 });
