import { Producer, stringSerializers } from '@platformatic/kafka';

type Tx = Awaited<ReturnType<Producer<string, string, string, string>['beginTransaction']>>;

/**
 * Aborts on the way out of a block, unless a commit was attempted. If the abort fails as well, the
 * language throws a SuppressedError that carries both.
 */
class Scope implements AsyncDisposable {
  #attempted = false;

  constructor(private readonly tx: Tx) {}

  send(topic: string, key: string, value: string) {
    return this.tx.send({ messages: [{ topic, key, value }] });
  }

  async commit(): Promise<void> {
    this.#attempted = true;
    await this.tx.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#attempted) return;
    await this.tx.abort();
  }
}

export interface GradeSheet {
  course: string;
  grades: Record<string, number>;
}

export class GradeBook {
  private readonly producer: Producer<string, string, string, string>;

  constructor(brokers: string[], campus: string) {
    this.producer = new Producer({
      clientId: 'grade-book',
      bootstrapBrokers: brokers,
      idempotent: true,
      transactionalId: `grade-book-${campus}`,
      serializers: stringSerializers,
    });
  }

  private async open(): Promise<Scope> {
    return new Scope(await this.producer.beginTransaction());
  }

  async publish(sheet: GradeSheet): Promise<number> {
    const grades = Object.entries(sheet.grades);
    await using scope = await this.open();
    for (const [student, grade] of grades) {
      if (grade < 0 || grade > 20) throw new RangeError(`${student}: ${grade} is no grade`);
      await scope.send('grades', student, `${sheet.course}:${grade}`);
    }
    await scope.commit();
    return grades.length;
  }

  close(): Promise<void> {
    return this.producer.close();
  }
}
