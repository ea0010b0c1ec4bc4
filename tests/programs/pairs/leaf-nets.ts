import { Producer, stringSerializers } from '@platformatic/kafka';

type TextProducer = Producer<string, string, string, string>;

class ProducerPool {
  readonly #idle: TextProducer[] = [];
  #made = 0;

  acquire(): TextProducer {
    return this.#idle.pop() ?? this.#create(`leaf-nets-${this.#made++}`);
  }

  release(producer: TextProducer): void {
    this.#idle.push(producer);
  }

  async destroy(producer: TextProducer): Promise<void> {
    await producer.close(true).catch((err: unknown) => console.warn('producer not closed', err));
  }

  #create(transactionalId: string): TextProducer {
    return new Producer({
      clientId: 'leaf-nets',
      bootstrapBrokers: ['pools:9092'],
      serializers: stringSerializers,
      idempotent: true,
      transactionalId,
    });
  }
}

const pool = new ProducerPool();

/** Only a producer that has done its work without a fault goes back into the pool. */
export async function publishHaul(net: string, leaves: string[]): Promise<void> {
  const producer = pool.acquire();
  let healthy = false;
  try {
    const tx = await producer.beginTransaction();
    await tx.send({ messages: leaves.map((value) => ({ topic: 'pools.leaves', key: net, value })) });
    await tx.commit();
    healthy = true;
  } finally {
    if (healthy) pool.release(producer);
    else await pool.destroy(producer);
  }
}
