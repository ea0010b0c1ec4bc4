import { AsyncLocalStorage } from 'node:async_hooks';
import { Kafka, type Message, type Producer, type Transaction } from 'kafkajs';
import type { RequestHandler } from 'express';

const scope = new AsyncLocalStorage<Transaction>();

/** The transaction of the request that is being handled. */
export function current(): Transaction {
  const tx = scope.getStore();
  if (!tx) throw new Error('outside a unit of work');
  return tx;
}

export const emit = (topic: string, ...messages: Message[]) => current().send({ topic, messages });

export function unitOfWork(kafka: Kafka, transactionalId: string) {
  const producer: Producer = kafka.producer({ transactionalId, idempotent: true, maxInFlightRequests: 1 });

  async function run<T>(body: () => Promise<T>): Promise<T> {
    // A unit of work inside another one takes part in it; the outer one ends the transaction.
    if (scope.getStore()) return body();

    const tx = await producer.transaction();
    const outcome = await scope.run(tx, async () => body()).then(
      (value) => ({ ok: true as const, value }),
      (error: unknown) => ({ ok: false as const, error }),
    );
    if (!outcome.ok) {
      await tx.abort().catch((abortErr) => console.error('unit of work: abort failed', abortErr));
      throw outcome.error;
    }
    await tx.commit();
    return outcome.value;
  }

  return { run, connect: () => producer.connect(), disconnect: () => producer.disconnect() };
}

const work = unitOfWork(new Kafka({ clientId: 'shop', brokers: ['kafka:9092'] }), 'shop-api-0');

export const placeOrder: RequestHandler = (req, res, next) => {
  work
    .run(async () => {
      await emit('orders', { key: req.body.id, value: JSON.stringify(req.body) });
      await emit('stock.reserved', ...req.body.lines.map((l: { sku: string }) => ({ key: l.sku, value: '1' })));
    })
    .then(() => res.status(201).end(), next);
};
