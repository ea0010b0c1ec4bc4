import { Kafka, type EachMessagePayload, type KafkaMessage } from 'kafkajs';
import { z } from 'zod';

const Invoice = z.object({ id: z.string(), total: z.number() });
const kafka = new Kafka({ clientId: 'invoices', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'invoices' });
const producer = kafka.producer({ transactionalId: 'invoices-1', idempotent: true, maxInFlightRequests: 1 });

function route(message: KafkaMessage): { topic: string; value: Buffer | string } {
  try {
    const invoice = Invoice.parse(JSON.parse(message.value!.toString()));
    return { topic: 'invoices.valid', value: JSON.stringify(invoice) };
  } catch (err) {
    console.warn('invoice rejected', err);
    return { topic: 'invoices.dlt', value: message.value ?? '' };
  }
}

const following = (offset: string): string => String(Number(offset) + 1);

export async function onMessage({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const { topic: target, value } = route(message);
  const txn = await producer.transaction();
  try {
    await txn.send({ topic: target, messages: [{ key: message.key, value, headers: message.headers }] });
    await txn.sendOffsets({
      consumerGroupId: 'invoices',
      topics: [{ topic, partitions: [{ partition, offset: following(message.offset) }] }],
    });
  } catch (err) {
    try {
      await txn.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'invoice not rolled back');
    }
    throw err;
  }
  await txn.commit();
}

export async function run(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'invoices.raw' });
  await consumer.run({ autoCommit: false, eachMessage: onMessage });
}
