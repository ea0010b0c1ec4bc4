import type { Kafka, Producer } from 'kafkajs';

interface Slot {
  readonly id: number;
  producer: Producer;
}

export class ProducerPool {
  readonly #free: Slot[] = [];
  readonly #kafka: Kafka;

  constructor(kafka: Kafka) {
    this.#kafka = kafka;
  }

  async open(size: number): Promise<void> {
    for (let id = 0; id < size; id += 1) {
      this.#free.push({ id, producer: await this.#create(id) });
    }
  }

  async #create(id: number): Promise<Producer> {
    const producer = this.#kafka.producer({
      transactionalId: `ferry-manifests-${process.env.HOSTNAME}-${id}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }

  async publish(ferry: string, manifest: object): Promise<void> {
    const slot = this.#free.pop();
    if (slot === undefined) {
      throw new Error('all producers are busy');
    }
    try {
      const tx = await slot.producer.transaction();
      await tx.send({
        topic: 'ferries.manifests',
        messages: [{ key: ferry, value: JSON.stringify(manifest) }],
      });
      await tx.commit();
    } catch (err) {
      await this.#replace(slot).catch((openErr) => console.error(`producer ${slot.id} is lost`, openErr));
      throw err;
    }
    this.#free.push(slot);
  }

  async #replace(slot: Slot): Promise<void> {
    await slot.producer.disconnect().catch((closeErr) => console.warn('not closed', closeErr));
    this.#free.push({ id: slot.id, producer: await this.#create(slot.id) });
  }

  async close(): Promise<void> {
    await Promise.all(this.#free.splice(0).map(({ producer }) => producer.disconnect()));
  }
}
