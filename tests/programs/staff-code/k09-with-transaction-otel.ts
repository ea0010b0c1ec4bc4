import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { Producer, Transaction } from 'kafkajs';

const tracer = trace.getTracer('kafka');

async function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work();
    } catch (err) {
      span.recordException(err as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw err;
    } finally {
      span.end();
    }
  });
}

export async function withTransaction<T>(producer: Producer, body: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await traced('kafka.begin', () => producer.transaction());
  let result: T;
  try {
    result = await traced('kafka.body', () => body(tx));
  } catch (err) {
    await traced('kafka.abort', () => tx.abort()).catch((abortErr) => {
      trace.getActiveSpan()?.addEvent('abort failed', { message: String(abortErr) });
    });
    throw err;
  }
  await traced('kafka.commit', () => tx.commit());
  return result;
}

export const publishPrices = (producer: Producer, prices: Array<{ sku: string; cents: number }>) =>
  withTransaction(producer, async (tx) => {
    for (const { sku, cents } of prices) {
      await tx.send({ topic: 'prices', messages: [{ key: sku, value: String(cents) }] });
    }
    return prices.length;
  });
