import { Kafka, type KafkaJSProtocolError, type Transaction } from 'kafkajs';

const FENCED_TYPES = ['INVALID_PRODUCER_EPOCH', 'INVALID_PRODUCER_ID_MAPPING'];

const kafka = new Kafka({ clientId: 'stock', brokers: ['kafka-a:9092', 'kafka-b:9092'] });
export const producer = kafka.producer({
  transactionalId: process.env.STOCK_TX_ID ?? 'stock-writer-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

function isFenced(err: unknown): boolean {
  const { type, cause } = err as KafkaJSProtocolError & { cause?: KafkaJSProtocolError };
  return FENCED_TYPES.includes(type) || (cause !== undefined && FENCED_TYPES.includes(cause.type));
}

async function giveUp(tx: Transaction, err: unknown): Promise<never> {
  if (isFenced(err)) {
    console.warn('another instance took over, closing');
    await producer.disconnect();
    throw err;
  }
  try {
    await tx.abort();
  } catch (abortErr) {
    throw new AggregateError([err, abortErr], 'stock movement failed and was not rolled back');
  }
  throw err;
}

export async function move(sku: string, from: string, to: string, pieces: number): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'stock', messages: [{ key: `${from}/${sku}`, value: String(-pieces) }] });
    await tx.send({ topic: 'stock', messages: [{ key: `${to}/${sku}`, value: String(pieces) }] });
  } catch (err) {
    return giveUp(tx, err);
  }
  await tx.commit();
}
