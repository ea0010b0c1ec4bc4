import { Producer, stringSerializers, type ProducerOptions } from '@platformatic/kafka';

export interface Cut {
  farm: string;
  line: number;
  tonnes: number;
}

type StringProducer = Producer<string, string, string, string>;

const defaults = {
  bootstrapBrokers: (process.env.BROKERS ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  idempotent: true,
} satisfies Partial<ProducerOptions<string, string, string, string>>;

/** Keeps one producer alive and replaces it when it fails. */
export class HarvestWriter {
  #producer = this.#create();
  #generation = 0;

  #create(): StringProducer {
    return new Producer({ ...defaults, clientId: 'kelp-harvest' });
  }

  async #replace(): Promise<void> {
    const old = this.#producer;
    this.#generation += 1;
    this.#producer = this.#create();
    await old.close(true);
  }

  get generation(): number {
    return this.#generation;
  }

  async write(cuts: Cut[]): Promise<void> {
    try {
      await this.#writeOnce(cuts);
    } catch (err) {
      await this.#replace().catch((closeErr) => console.error('old producer not closed', closeErr));
      throw err;
    }
  }

  async #writeOnce(cuts: Cut[]): Promise<void> {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({
        messages: cuts.map((cut) => ({ topic: 'kelp.cuts', key: `${cut.farm}/${cut.line}`, value: String(cut.tonnes) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('cuts not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
