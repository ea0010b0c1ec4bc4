import { Kafka, type Producer } from 'kafkajs';

export interface Count {
  readonly station: string;
  readonly votes: Readonly<Record<string, number>>;
}

export interface Failure {
  readonly constituency: string;
  readonly reason: unknown;
}

export function makeProducer(kafka: Kafka): Producer {
  return kafka.producer({
    transactionalId: 'election-results',
    idempotent: true,
    maxInFlightRequests: 1,
    transactionTimeout: 30_000,
  });
}

async function publishConstituency(producer: Producer, name: string, counts: Count[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'election.counts',
      messages: counts.map((count) => ({ key: count.station, value: JSON.stringify(count.votes) })),
    });
    await tx.send({ topic: 'election.declared', messages: [{ key: name, value: String(counts.length) }] });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('%s: abort failed', name, abortErr));
    throw err;
  }
  await tx.commit();
}

export async function publishAll(producer: Producer, results: Map<string, Count[]>): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const [constituency, counts] of results) {
    try {
      await publishConstituency(producer, constituency, counts);
    } catch (reason) {
      failures.push({ constituency, reason });
    }
  }
  return failures;
}
