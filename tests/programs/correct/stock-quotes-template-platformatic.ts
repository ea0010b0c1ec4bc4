import {
  Consumer,
  GenericError,
  Producer,
  stringDeserializers,
  stringSerializers,
} from '@platformatic/kafka';
import { toQuote } from './quote.ts';

const bootstrapBrokers = ['kafka-0:9092', 'kafka-1:9092'];
const INVALID_CONFIGURATION = ['TOPIC_AUTHORIZATION_FAILED', 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED'];
const MAX_RESTARTS = 4;

function has(error: unknown, ...ids: string[]): boolean {
  if (!(error instanceof Error) || !GenericError.isGenericError(error)) {
    return false;
  }
  const generic = error as GenericError;
  return ids.some((id) => generic.findBy('apiId', id) !== null);
}

async function quote(exchange: string): Promise<void> {
  const producer = new Producer({
    clientId: 'stock-quotes',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `stock-quotes-${exchange}`,
  });
  const consumer = new Consumer({
    clientId: 'stock-quotes',
    groupId: 'stock-quotes',
    bootstrapBrokers,
    deserializers: stringDeserializers,
  });

  try {
    const stream = await consumer.consume({ topics: [`trades.${exchange}`], autocommit: false });
    for await (const message of stream) {
      const tx = await producer.beginTransaction();
      try {
        await tx.addConsumer(consumer);
        await tx.send({ messages: [{ topic: 'quotes', key: message.key, value: toQuote(message.value) }] });
        await tx.addOffset(message);
        await tx.commit();
      } catch (error) {
        if (!has(error, 'TRANSACTION_ABORTABLE')) throw error;
        await tx.abort().catch((abortError) => console.warn('quote not rolled back', abortError));
        throw error;
      }
    }
  } finally {
    await Promise.allSettled([producer.close(true), consumer.close(true)]);
  }
}

export async function run(exchange: string): Promise<void> {
  for (let restarts = 0; ; restarts++) {
    try {
      return await quote(exchange);
    } catch (error) {
      if (has(error, ...INVALID_CONFIGURATION) || restarts === MAX_RESTARTS) {
        throw error;
      }
      console.warn('quotes stopped, starting anew from the committed offsets', error);
    }
  }
}
