import { Kafka, type Producer, type Transaction } from 'kafkajs';

interface HasProducer {
  readonly producer: Producer;
}

type Step<This, A extends unknown[]> = (this: This, tx: Transaction, ...args: A) => Promise<void>;

function transactional<This extends HasProducer, A extends unknown[]>(
  step: Step<This, A>,
  context: ClassMethodDecoratorContext<This, Step<This, A>>,
) {
  return async function wrapped(this: This, _tx: unknown, ...args: A): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await step.call(this, tx, ...args);
    } catch (err) {
      await tx.abort().catch((abortErr) => {
        throw new AggregateError([err, abortErr], `${String(context.name)} not rolled back`);
      });
      throw err;
    }
    await tx.commit();
  };
}

export class Parade implements HasProducer {
  readonly producer = new Kafka({ clientId: 'parade', brokers: ['kafka:9092'] }).producer({
    transactionalId: 'unicorn-parade-0',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  @transactional
  async lineUp(tx: Transaction, unicorns: string[]): Promise<void> {
    for (const [place, unicorn] of unicorns.entries()) {
      await tx.send({ topic: 'parade.places', messages: [{ key: unicorn, value: `${place}` }] });
    }
  }
}
