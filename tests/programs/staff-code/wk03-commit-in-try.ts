import type { Producer, ProducerRecord } from 'kafkajs';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

interface Deps {
  producer: Producer;
  log: FastifyBaseLogger;
}

export class BulkPublisher {
  constructor(private readonly deps: Deps) {}

  async publish(...records: ProducerRecord[]): Promise<{ topics: string[] }> {
    const { producer, log } = this.deps;
    const transaction = await producer.transaction();
    try {
      for (const record of records) {
        await transaction.send(record);
      }
      await transaction.commit();
      log.info({ records: records.length }, 'published');
    } catch (err) {
      await transaction.abort().catch((abortErr) => log.error(abortErr, 'abort failed'));
      throw err;
    }
    return { topics: [...new Set(records.map((record) => record.topic))] };
  }
}

export default async function routes(app: FastifyInstance, { producer }: { producer: Producer }): Promise<void> {
  const publisher = new BulkPublisher({ producer, log: app.log });

  app.post<{ Body: ProducerRecord[] }>('/bulk', async (request, reply) => {
    const { topics } = await publisher.publish(...request.body);
    return reply.code(202).send({ topics });
  });
}
