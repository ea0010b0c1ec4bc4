import { Kafka, logLevel, type Message } from 'kafkajs';

interface Page {
  cursor: string;
  documents: Message[];
}

const kafka = new Kafka({ clientId: 'migration', brokers: ['kafka:9092'], logLevel: logLevel.WARN });

/**
 * Copies a collection in one transaction: readers see all of it or nothing. The progress is for
 * the dashboard of the operators.
 */
export async function migrate(collection: string, pages: AsyncIterable<Page>): Promise<number> {
  const producer = kafka.producer({
    transactionalId: `migration-${collection}`,
    idempotent: true,
    maxInFlightRequests: 1,
    transactionTimeout: 600_000,
  });
  await producer.connect();
  let documents = 0;
  try {
    const tx = await producer.transaction();
    try {
      for await (const page of pages) {
        await tx.send({ topic: `migrated.${collection}`, messages: page.documents });
        documents += page.documents.length;
        await producer.send({
          topic: 'migration.progress',
          messages: [{ key: collection, value: JSON.stringify({ documents, cursor: page.cursor }) }],
        });
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error(`${collection}: abort failed`, abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.disconnect();
  }
  return documents;
}
