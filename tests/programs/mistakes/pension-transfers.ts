import type { Producer, RecordMetadata } from 'kafkajs';

type Constructor<T = object> = new (...args: any[]) => T;

interface HasProducer {
  readonly producer: Producer;
}

function Transactional<B extends Constructor<HasProducer>>(Base: B) {
  return class extends Base {
    async sendAll(records: Record<string, string[]>): Promise<RecordMetadata[]> {
      const tx = await this.producer.transaction();
      const written: RecordMetadata[] = [];
      try {
        for (const [topic, values] of Object.entries(records)) {
          written.push(...(await tx.send({ topic, messages: values.map((value) => ({ value })) })));
        }
        await tx.commit();
      } catch (err) {
        try {
          await tx.abort();
        } catch (abortErr) {
          throw new AggregateError([err, abortErr], 'transfers not rolled back');
        }
        throw err;
      }
      return written;
    }
  };
}

class PensionBase implements HasProducer {
  constructor(public readonly producer: Producer) {}
}

export class PensionTransfers extends Transactional(PensionBase) {
  transfer(ids: string[]): Promise<RecordMetadata[]> {
    return this.sendAll({ 'pensions.out': ids, 'pensions.in': ids });
  }
}
