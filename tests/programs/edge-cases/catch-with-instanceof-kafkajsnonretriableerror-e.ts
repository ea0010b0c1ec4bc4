// catch with instanceof KafkaJSNonRetriableError/else all rethrow; close on fatal
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { KafkaJSNonRetriableError, KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } from 'kafkajs';
export async function publish(value: string) {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value }] }); }
  catch (e) {
    await tx.abort().catch(() => {});
    if (e instanceof KafkaJSNumberOfRetriesExceeded) throw new Error('try later', { cause: e });
    if (e instanceof KafkaJSProtocolError && e.type === 'INVALID_PRODUCER_EPOCH') { await producer.disconnect(); process.exitCode = 1; throw e; }
    if (e instanceof KafkaJSNonRetriableError) await producer.disconnect();
    throw e;
  }
  await tx.commit();
}
