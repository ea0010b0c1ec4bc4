import { Producer, stringSerializers } from '@platformatic/kafka';

type Constructor<T = object> = abstract new (...args: any[]) => T;
type StringProducer = Producer<string, string, string, string>;
type Tx = Awaited<ReturnType<StringProducer['beginTransaction']>>;

export abstract class Repository<T extends { id: string }> {
  protected readonly cache = new Map<string, T>();

  constructor(readonly producer: StringProducer) {}

  remember(entity: T): void {
    this.cache.set(entity.id, entity);
  }
}

export function Transactional<B extends Constructor<{ readonly producer: StringProducer }>>(Base: B) {
  abstract class WithTransaction extends Base {
    protected async inTransaction<R>(body: (tx: Tx) => Promise<R>): Promise<R> {
      const tx = await this.producer.beginTransaction();
      let result: R;
      try {
        result = await body(tx);
      } catch (err) {
        try {
          await tx.abort();
        } catch (abortErr) {
          console.error('abort failed', abortErr);
        }
        throw err;
      }
      try {
        await tx.commit();
      } catch (err) {
        await this.producer.close(true);
        throw err;
      }
      return result;
    }
  }
  return WithTransaction;
}

export class Badges extends Transactional(Repository<{ id: string; holder: string }>) {
  static create(bootstrapBrokers: string[]): Badges {
    return new Badges(
      new Producer({ clientId: 'badges', bootstrapBrokers, serializers: stringSerializers, idempotent: true, transactionalId: 'badges' }),
    );
  }

  hand(id: string, holder: string): Promise<void> {
    return this.inTransaction(async (tx) => {
      await tx.send({ messages: [{ topic: 'badges', key: id, value: holder }] });
      this.remember({ id, holder });
    });
  }
}
