import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';
import { parseCatalogue, type Article } from './catalogue.js';
import { logger } from './logger.js';

const MIN_CHUNK = 25;

const producer = new Producer({
  clientId: 'catalogue-importer',
  bootstrapBrokers: process.env.KAFKA_BROKERS!.split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'catalogue-importer',
  retries: 5,
});

function isTransient(error: unknown): boolean {
  if (!(error instanceof Error) || !GenericError.isGenericError(error)) return false;
  return error.findBy('canRetry', true) !== null && error.findBy('canRetry', false) === null;
}

async function importChunk(articles: Article[]): Promise<number> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: articles.map((article) => ({ topic: 'catalogue.articles', key: article.ean, value: JSON.stringify(article) })),
    });
  } catch (error) {
    try {
      await tx.abort();
    } catch (abortError) {
      await producer.close(true);
      throw new AggregateError([error, abortError], 'the chunk was not rolled back');
    }
    if (!isTransient(error) || articles.length <= MIN_CHUNK) throw error;

    // The brokers are overloaded: two smaller transactions in place of this one.
    const middle = Math.ceil(articles.length / 2);
    logger.warn({ size: articles.length, error }, 'chunk rolled back, halving it');
    const first = await importChunk(articles.slice(0, middle));
    const second = await importChunk(articles.slice(middle));
    return first + second;
  }

  await tx.commit();
  return articles.length;
}

export async function importFile(path: string): Promise<number> {
  let total = 0;
  for await (const articles of parseCatalogue(path, { chunk: 400 })) {
    total += await importChunk(articles);
  }
  logger.info({ path, total }, 'catalogue imported');
  return total;
}

export const shutdown = (): Promise<void> => producer.close();
