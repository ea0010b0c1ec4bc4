import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Source {
  readonly box: string;
  readonly pages: readonly string[];
}

export abstract class Exporter<T> {
  protected constructor(protected readonly producer: KafkaJS.Producer) {}

  protected abstract readonly topic: string;
  protected abstract messages(item: T): KafkaJS.Message[];

  async export(items: Iterable<T>): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      for (const item of items) {
        await tx.send({ topic: this.topic, messages: this.messages(item) });
      }
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => this.warn('abort', abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.producer.disconnect().catch((closeErr: unknown) => this.warn('disconnect', closeErr));
      throw err;
    }
  }

  protected warn(what: string, err: unknown): void {
    process.emitWarning(`${this.constructor.name}: ${what} failed: ${String(err)}`);
  }
}

export class ScanExporter extends Exporter<Source> {
  protected readonly topic = 'archive.scans';

  static async open(kafka: KafkaJS.Kafka): Promise<ScanExporter> {
    const producer = kafka.producer({ kafkaJS: { transactionalId: 'archive-scans' } });
    await producer.connect();
    return new ScanExporter(producer);
  }

  protected messages({ box, pages }: Source): KafkaJS.Message[] {
    if (pages.length === 0) throw new Error(`box ${box} is empty`);
    return pages.map((page, index) => ({ key: `${box}/${index}`, value: page }));
  }
}
