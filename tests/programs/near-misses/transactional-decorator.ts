import type { Producer, Transaction } from 'kafkajs';

interface HasProducer {
  readonly producer: Producer;
}

type TxMethod<A extends unknown[], R> = (tx: Transaction, ...args: A) => Promise<R>;

/** Gives the decorated method an open transaction as its first argument. */
export function Transactional() {
  return function <A extends unknown[], R>(
    _target: HasProducer,
    name: string,
    descriptor: TypedPropertyDescriptor<TxMethod<A, R>>,
  ): void {
    const method = descriptor.value!;
    descriptor.value = async function (this: HasProducer, _tx: Transaction, ...args: A): Promise<R> {
      const tx = await this.producer.transaction();
      let result: R;
      try {
        result = await method.call(this, tx, ...args);
      } catch (err) {
        try {
          await tx.abort();
        } catch (abortErr) {
          throw new AggregateError([err, abortErr], `${name}: not rolled back`);
        }
        throw err;
      }
      await tx.commit();
      return result;
    };
  };
}

export class Enrolment implements HasProducer {
  constructor(readonly producer: Producer) {}

  @Transactional()
  async enrol(tx: Transaction, student: string, courses: string[]): Promise<number> {
    for (const course of courses) {
      await tx.send({ topic: 'enrolments', messages: [{ key: student, value: course }] });
    }
    return courses.length;
  }
}
