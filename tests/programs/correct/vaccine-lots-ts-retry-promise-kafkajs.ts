import { Kafka, KafkaJSNumberOfRetriesExceeded, type Producer, type Transaction } from 'kafkajs';
import { NotRetryableError, retry } from 'ts-retry-promise';

export interface Lot {
  number: string;
  doses: number;
  expires: string;
}

const kafka = new Kafka({ clientId: 'vaccine-lots', brokers: ['kafka-1:9092', 'kafka-2:9092'] });

async function open(transactionalId: string): Promise<[Producer, Transaction]> {
  const producer = kafka.producer({ transactionalId, idempotent: true, maxInFlightRequests: 1 });
  try {
    await producer.connect();
    return [producer, await producer.transaction()];
  } catch (err) {
    await producer.disconnect().catch(() => undefined);
    throw err;
  }
}

async function fill(lots: Lot[]): Promise<[Producer, Transaction]> {
  const [producer, tx] = await open('vaccine-lots-0');
  try {
    await tx.send({
      topic: 'vaccines.lots',
      messages: lots.map((lot) => ({ key: lot.number, value: JSON.stringify(lot) })),
    });
    return [producer, tx];
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      console.warn('lots not rolled back', abortErr);
    } finally {
      await producer.disconnect().catch(() => undefined);
    }
    if (err instanceof KafkaJSNumberOfRetriesExceeded) {
      throw err;
    }
    throw Object.assign(new NotRetryableError('lots not released'), { cause: err });
  }
}

export async function release(lots: Lot[]): Promise<void> {
  const [producer, tx] = await retry(() => fill(lots), { retries: 3, delay: 1_000, timeout: 'INFINITELY' });
  try {
    await tx.commit();
  } finally {
    await producer.disconnect();
  }
}
