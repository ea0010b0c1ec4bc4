import { Kafka, KafkaJSError, Partitioners } from 'kafkajs';
import type { Producer, ProducerBatch, Transaction } from 'kafkajs';

interface Result {
  district: string;
  votes: Record<string, number>;
}

abstract class TransactionalWriter {
  protected abstract readonly producer: Producer;

  protected async inTransaction(work: (tx: Transaction) => Promise<void>): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await work(tx);
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error(`abort after ${String(err)} failed`, abortErr));
      throw err;
    }
    await tx.commit();
  }
}

export class ResultWriter extends TransactionalWriter {
  protected readonly producer: Producer;

  constructor(kafka: Kafka) {
    super();
    this.producer = kafka.producer({
      createPartitioner: Partitioners.LegacyPartitioner,
      transactionalId: 'election-results',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async write(results: Result[]): Promise<void> {
    const messages = results.map((r) => ({ key: r.district, value: JSON.stringify(r.votes) }));
    const batch: ProducerBatch = { topicMessages: [{ topic: 'election.results', messages }] };
    await this.inTransaction(async (tx) => {
      try {
        await tx.sendBatch(batch);
      } catch (err) {
        if (!(err instanceof KafkaJSError)) throw err;
        for (const message of messages) {
          await tx.send({ topic: 'election.results', messages: [message] });
        }
      }
    });
  }
}
