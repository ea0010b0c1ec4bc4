import { Kafka, type ProducerConfig } from 'kafkajs';

interface Statement {
  artist: string;
  quarter: string;
  cents: number;
}

const config = {
  transactionalId: 'royalty-statements',
  idempotent: true,
  maxInFlightRequests: 1,
} satisfies ProducerConfig;

export async function writeStatements(kafka: Kafka, statements: Statement[]): Promise<void> {
  const messages = statements.map((s) => ({ key: s.artist, value: JSON.stringify(s) }));
  let lastError: unknown;

  for (const attempt of [1, 2, 3]) {
    const producer = kafka.producer(config);
    try {
      await producer.connect();
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'royalties', messages });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error('statements not rolled back', abortErr));
        throw err;
      }
      await tx.commit();
      return;
    } catch (err) {
      lastError = err;
      console.warn(`attempt ${attempt} failed`);
    } finally {
      await producer.disconnect().catch(() => undefined);
    }
  }
  throw lastError;
}
