import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';
import type { RateFeed } from './rate-feed';

type Rates = Map<string, number>;

/** The transaction was aborted; the feed is to be read again from the last position. */
class RewindNeeded extends Error {}

function hasApiId(error: unknown, apiId: string): boolean {
  if (!(error instanceof Error) || !GenericError.isGenericError(error)) {
    return false;
  }
  return (error as GenericError).findBy('apiId', apiId) !== null;
}

function openProducer(): Producer<string, string, string, string> {
  return new Producer({
    clientId: 'rate-relay',
    bootstrapBrokers: ['rates-kafka:9092'],
    idempotent: true,
    transactionalId: 'rate-relay-0',
    serializers: stringSerializers,
  });
}

async function relayOnce(producer: Producer<string, string, string, string>, rates: Rates): Promise<void> {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({
      messages: [...rates].map(([pair, rate]) => ({ topic: 'rates', key: pair, value: rate.toFixed(6) })),
    });
  } catch (error) {
    if (!hasApiId(error, 'TRANSACTION_ABORTABLE')) {
      throw error; // whoever called closes the producer
    }
    try {
      await transaction.abort();
    } catch (abortError) {
      throw new AggregateError([error, abortError], 'rates not rolled back');
    }
    throw new RewindNeeded('rates were rolled back', { cause: error });
  }
  await transaction.commit();
}

export async function relay(feed: RateFeed): Promise<void> {
  const producer = openProducer();
  try {
    for await (const rates of feed.updates()) {
      await relayOnce(producer, rates);
    }
  } catch (error) {
    if (error instanceof RewindNeeded) {
      await feed.rewind();
    }
    throw error;
  } finally {
    await producer.close(true);
  }
}
