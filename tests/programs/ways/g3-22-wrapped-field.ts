import { Kafka, type Producer } from 'kafkajs';

type Task<A extends unknown[]> = (...args: A) => Promise<void>;

function retried<A extends unknown[]>(times: number, task: Task<A>): Task<A> {
  return async (...args) => {
    const errors: unknown[] = [];
    while (errors.length < times) {
      try {
        return await task(...args);
      } catch (err) {
        console.warn(`attempt ${errors.length + 1} of ${times} failed`, err);
        errors.push(err);
      }
    }
    throw new AggregateError(errors, `gave up after ${times} attempts`);
  };
}

export class ExchangeRates {
  private readonly producer: Producer;

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({
      transactionalId: 'exchange-rates',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  readonly publish = retried(5, async (base: string, rates: Record<string, number>) => {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'fx.rates',
        messages: Object.entries(rates).map(([quote, rate]) => ({ key: `${base}${quote}`, value: `${rate}` })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], `${base} not rolled back`);
      });
      throw err;
    }
    await tx.commit();
  });
}
