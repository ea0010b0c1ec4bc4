import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Kafka, logLevel, type KafkaConfig, type Producer, type ProducerConfig } from 'kafkajs';

abstract class Lazy<T> {
  #value: T | undefined;

  protected abstract create(): T;

  get(): T {
    return (this.#value ??= this.create());
  }
}

export class Payroll extends Lazy<Producer> {
  static readonly client = { clientId: 'payroll', brokers: ['kafka:9092'], logLevel: logLevel.WARN } satisfies KafkaConfig;

  static readonly settings = {
    transactionalId: `payroll-${hostname()}-${randomUUID()}`,
    idempotent: true,
    maxInFlightRequests: 1,
    transactionTimeout: 30_000,
  } satisfies ProducerConfig;

  protected override create(): Producer {
    return new Kafka(Payroll.client).producer(Payroll.settings);
  }

  async connect(): Promise<void> {
    await this.get().connect();
  }

  async pay(month: string, salaries: ReadonlyMap<string, number>): Promise<void> {
    const messages = Array.from(salaries, ([employee, cents]) => ({ key: employee, value: `${month}:${cents}` }));
    const tx = await this.get().transaction();
    try {
      await tx.send({ topic: 'payroll.salaries', messages });
    } catch (err) {
      await tx.abort().catch((reason) => console.error('payroll: abort failed', reason));
      throw err;
    }
    await tx.commit();
  }
}
