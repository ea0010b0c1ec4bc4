import { Kafka, type Producer, type RecordMetadata, type Transaction } from 'kafkajs';

export interface Issue {
  series: string;
  no: number;
  copies: number;
}

const isRejected = (r: PromiseSettledResult<unknown>): r is PromiseRejectedResult => r.status === 'rejected';

async function allOrThrow(jobs: Promise<RecordMetadata[]>[]): Promise<void> {
  const results = await Promise.allSettled(jobs);
  const reasons = results.filter(isRejected).map((r) => r.reason);
  if (reasons.length > 0) {
    throw new AggregateError(reasons, `${reasons.length} of ${jobs.length} sends failed`);
  }
}

export class ComicsShop {
  constructor(private readonly producer: Producer) {}

  static create(kafka: Kafka): ComicsShop {
    return new ComicsShop(
      kafka.producer({ transactionalId: 'comics-shop', idempotent: true, maxInFlightRequests: 1 }),
    );
  }

  private stock(tx: Transaction, issue: Issue): Promise<RecordMetadata[]> {
    const key = `${issue.series}#${issue.no}`;
    return tx.send({ topic: 'comics.stock', messages: [{ key, value: String(issue.copies) }] });
  }

  async deliver(issues: Issue[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await allOrThrow(issues.map((issue) => this.stock(tx, issue)));
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new Error('delivery not rolled back', { cause: new AggregateError([err, abortErr]) });
      }
      throw err;
    }
    await tx.commit();
  }
}
