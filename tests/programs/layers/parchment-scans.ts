import { type Kafka, type Producer } from 'kafkajs';

export interface Folio {
  codex: string;
  number: number;
  checksum: string;
}

type Job<T> = (producer: Producer) => Promise<T>;

/** Hands out one producer; whatever fails on it costs it its life, and the next job gets a new one. */
class Supervisor {
  #current: Promise<Producer> | undefined;

  constructor(private readonly kafka: Kafka, private readonly transactionalId: string) {}

  async supervise<T>(job: Job<T>): Promise<T> {
    const producer = await (this.#current ??= this.#start());
    try {
      return await job(producer);
    } catch (err) {
      this.#current = undefined;
      await producer.disconnect().catch((closeErr: unknown) => console.error('producer not closed', closeErr));
      throw err;
    }
  }

  async #start(): Promise<Producer> {
    const producer = this.kafka.producer({
      transactionalId: this.transactionalId,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    try {
      await producer.connect();
    } catch (err) {
      this.#current = undefined;
      throw err;
    }
    return producer;
  }
}

export class ScanRegister {
  readonly #supervisor: Supervisor;

  constructor(kafka: Kafka) {
    this.#supervisor = new Supervisor(kafka, 'parchment-scans');
  }

  register(folios: Folio[]): Promise<number> {
    return this.#supervisor.supervise(async (producer) => {
      const tx = await producer.transaction();
      try {
        await tx.send({
          topic: 'parchment.folios',
          messages: folios.map((f) => ({ key: `${f.codex}:${f.number}`, value: f.checksum })),
        });
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => console.error('folios not rolled back', abortErr));
        throw err;
      }
      await tx.commit();
      return folios.length;
    });
  }
}
