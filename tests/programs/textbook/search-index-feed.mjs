import kafkajs from 'kafkajs';
import { loadDocuments, toIndexEntry } from './documents.mjs';

const { Kafka, logLevel } = kafkajs;

const kafka = new Kafka({
  clientId: 'search-index-feed',
  brokers: process.env.KAFKA_BROKERS.split(','),
  logLevel: logLevel.WARN,
});

export class SearchIndexFeed {
  #producer = kafka.producer({
    transactionalId: 'search-index-feed-0',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  async open() {
    await this.#producer.connect();
  }

  async close() {
    await this.#producer.disconnect();
  }

  /** Replaces the whole generation of an index in one go. */
  async publishGeneration(index, generation) {
    const documents = await loadDocuments(index);
    const transaction = await this.#producer.transaction();
    try {
      documents.forEach(async (document) => {
        const entry = await toIndexEntry(document);
        await transaction.send({
          topic: `search.${index}`,
          messages: [{ key: document.id, value: JSON.stringify(entry) }],
        });
      });
      await transaction.send({
        topic: 'search.generations',
        messages: [{ key: index, value: String(generation) }],
      });
    } catch (error) {
      await transaction.abort().catch((abortError) => {
        console.error('generation %d of %s not rolled back', generation, index, abortError);
      });
      throw error;
    }
    await transaction.commit();
    return documents.length;
  }
}
