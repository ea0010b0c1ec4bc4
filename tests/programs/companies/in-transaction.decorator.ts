import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kafka, Producer, Transaction } from 'kafkajs';

const current = new AsyncLocalStorage<Transaction>();

/** The transaction of the running @InTransaction() method. */
export function tx(): Transaction {
  const transaction = current.getStore();
  if (!transaction) throw new Error('not inside @InTransaction()');
  return transaction;
}

interface HasProducer {
  readonly producer: Producer;
}

export function InTransaction() {
  return function decorate<This extends HasProducer, Args extends unknown[], R>(
    method: (this: This, ...args: Args) => Promise<R>,
    context: ClassMethodDecoratorContext<This>,
  ) {
    const name = String(context.name);

    return async function (this: This, ...args: Args): Promise<R> {
      if (current.getStore()) return method.apply(this, args);

      const transaction = await this.producer.transaction();
      let result: R;
      try {
        result = await current.run(transaction, () => method.apply(this, args));
      } catch (err) {
        try {
          await transaction.abort();
        } catch (abortErr) {
          throw new AggregateError([err, abortErr], `${name} failed and could not be rolled back`);
        }
        throw err;
      }
      try {
        await transaction.commit();
      } catch (err) {
        await this.producer.disconnect().catch(() => undefined);
        throw new Error(`${name}: outcome of the commit unknown`, { cause: err });
      }
      return result;
    };
  };
}

export interface Hire {
  employee: string;
  team: string;
}

export class HiringEvents implements HasProducer {
  readonly producer: Producer;

  constructor(kafka: Kafka, site: string) {
    this.producer = kafka.producer({
      transactionalId: `hiring-${site}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  onModuleInit(): Promise<void> {
    return this.producer.connect();
  }

  onModuleDestroy(): Promise<void> {
    return this.producer.disconnect();
  }

  @InTransaction()
  async hire(hires: Hire[]): Promise<number> {
    await tx().send({
      topic: 'hr.hires',
      messages: hires.map((hire) => ({ key: hire.employee, value: JSON.stringify(hire) })),
    });
    await this.notifyTeams(new Set(hires.map((hire) => hire.team)));
    return hires.length;
  }

  @InTransaction()
  async notifyTeams(teams: Set<string>): Promise<void> {
    await tx().send({ topic: 'hr.team-notices', messages: [...teams].map((key) => ({ key, value: 'changed' })) });
  }
}
