import { Producer, stringSerializers } from '@platformatic/kafka';

type StringProducer = Producer<string, string, string, string>;

class TopicWriter {
  private broken = false;

  constructor(
    private readonly topic: string,
    private readonly producer: StringProducer,
  ) {}

  get usable(): boolean {
    return !this.broken;
  }

  async write(entries: Iterable<readonly [string, string]>): Promise<void> {
    try {
      const tx = await this.producer.beginTransaction();
      try {
        for (const [key, value] of entries) {
          await tx.send({ messages: [{ topic: this.topic, key, value }] });
        }
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => console.warn(`${this.topic}: abort failed`, abortErr));
        throw err;
      }
      await tx.commit();
    } catch (err) {
      this.broken = true;
      try {
        await this.producer.close(true);
      } catch (closeErr) {
        console.warn(`${this.topic}: not closed`, closeErr);
      }
      throw err;
    }
  }
}

export class TopicWriters {
  readonly #writers = new Map<string, TopicWriter>();

  constructor(private readonly bootstrapBrokers: string[]) {}

  #for(topic: string): TopicWriter {
    const known = this.#writers.get(topic);
    if (known?.usable) return known;
    const fresh = new TopicWriter(
      topic,
      new Producer({
        clientId: `writer-${topic}`,
        bootstrapBrokers: this.bootstrapBrokers,
        serializers: stringSerializers,
        idempotent: true,
        transactionalId: `writer-${topic}`,
      }),
    );
    this.#writers.set(topic, fresh);
    return fresh;
  }

  write(topic: string, entries: Record<string, string>): Promise<void> {
    return this.#for(topic).write(Object.entries(entries));
  }
}
