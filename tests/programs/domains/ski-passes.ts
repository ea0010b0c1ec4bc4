import { Kafka, Producer, RecordMetadata, Transaction } from 'kafkajs';

export interface SkiPass {
  id: string;
  resort: string;
  validOn: string[];
}

class Scope implements AsyncDisposable {
  private constructor(readonly tx: Transaction) {}

  static async open(producer: Producer): Promise<Scope> {
    return new Scope(await producer.transaction());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.tx.isActive()) return; // committed, or a commit was tried
    try {
      await this.tx.abort();
    } catch (err) {
      console.error('ski passes: abort failed', err);
    }
  }
}

const producer = new Kafka({ clientId: 'ski', brokers: ['alps-kafka:9092'] }).producer({
  transactionalId: 'ski-passes-desk-4',
  idempotent: true,
  maxInFlightRequests: 1,
});

export async function sell(pass: SkiPass): Promise<RecordMetadata[]> {
  await using scope = await Scope.open(producer);
  const written = await scope.tx.send({
    topic: 'ski.passes',
    messages: pass.validOn.map((day) => ({ key: pass.id, value: `${pass.resort}:${day}` })),
  });
  await scope.tx.commit();
  return written;
}

export const connect = (): Promise<void> => producer.connect();
