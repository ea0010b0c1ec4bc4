import { Kafka, type Producer } from 'kafkajs';

export interface Pass {
  satellite: string;
  station: string;
  rises: Date;
  sets: Date;
}

type Attempt = { state: 'committed' } | { state: 'rolled back'; error: unknown };

abstract class SessionRunner<T> {
  protected abstract readonly sessions: number;

  constructor(protected readonly kafka: Kafka, protected readonly id: string) {}

  protected abstract write(producer: Producer, work: T): Promise<Attempt>;

  async run(work: T): Promise<void> {
    let last: unknown;
    for (let session = 0; session < this.sessions; session++) {
      const producer = this.kafka.producer({
        transactionalId: this.id,
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await producer.connect();
      try {
        const attempt = await this.write(producer, work);
        if (attempt.state === 'committed') return;
        last = attempt.error;
      } finally {
        await producer.disconnect();
      }
    }
    throw new Error(`${this.id}: gave up after ${this.sessions} sessions`, { cause: last });
  }
}

export class PassPublisher extends SessionRunner<Pass[]> {
  protected override readonly sessions = 3;

  protected override async write(producer: Producer, passes: Pass[]): Promise<Attempt> {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'satellites.passes',
        messages: passes.map(({ satellite, ...pass }) => ({ key: satellite, value: JSON.stringify(pass) })),
      });
    } catch (error) {
      await tx.abort().catch((abortError: unknown) => console.warn('abort failed', abortError));
      return { state: 'rolled back', error };
    }
    await tx.commit();
    return { state: 'committed' };
  }
}
