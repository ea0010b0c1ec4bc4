import { Kafka, type Producer, type RecordMetadata, type Transaction } from 'kafkajs';

type Constructor<T> = new (...args: any[]) => T;

class HasProducer {
  constructor(readonly producer: Producer) {}
}

class RollbackFailed extends Error {
  constructor(readonly reason: unknown, cause: unknown) {
    super('the transaction was not rolled back', { cause });
  }
}

function Transactional<Base extends Constructor<HasProducer>>(base: Base) {
  return class extends base {
    protected async atomically<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
      const tx = await this.producer.transaction();
      const result = await Promise.resolve(tx)
        .then(work)
        .catch((reason: unknown) =>
          tx.abort().then(
            () => Promise.reject(reason),
            (abortError: unknown) => Promise.reject(new RollbackFailed(reason, abortError)),
          ),
        );
      await tx.commit();
      return result;
    }
  };
}

function Named<Base extends Constructor<object>>(base: Base, name: string) {
  return class extends base {
    readonly topic = `wicker.${name}`;
  };
}

export class BasketWorks extends Named(Transactional(HasProducer), 'baskets') {
  static in(kafka: Kafka, workshop: string): BasketWorks {
    const transactionalId = `wicker-${workshop}`;
    return new BasketWorks(kafka.producer({ transactionalId, idempotent: true, maxInFlightRequests: 1 }));
  }

  weave(baskets: Array<{ id: string; willow: string }>): Promise<RecordMetadata[]> {
    const messages = baskets.map(({ id: key, willow: value }) => ({ key, value }));
    return this.atomically((tx) => tx.send({ topic: this.topic, messages }));
  }
}
