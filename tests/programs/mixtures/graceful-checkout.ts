import { createServer } from 'node:http';
import { Kafka, type Transaction } from 'kafkajs';
import { handler } from './app';

const kafka = new Kafka({ clientId: 'checkout', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: `checkout-${process.env.HOSTNAME}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const running = new Set<Promise<unknown>>();
let closing = false;

/** Whatever is in flight when the process is told to stop is waited for. */
function track<T>(promise: Promise<T>): Promise<T> {
  running.add(promise);
  const forget = () => running.delete(promise);
  promise.then(forget, forget);
  return promise;
}

async function checkout(cart: { id: string; items: string[] }): Promise<void> {
  const tx: Transaction = await producer.transaction();
  try {
    await tx.send({ topic: 'carts.closed', messages: [{ key: cart.id, value: String(cart.items.length) }] });
    await tx.send({ topic: 'stock.reserved', messages: cart.items.map((sku) => ({ key: sku, value: cart.id })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('checkout not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export function placeOrder(cart: { id: string; items: string[] }): Promise<void> {
  if (closing) {
    return Promise.reject(new Error('shutting down'));
  }
  return track(checkout(cart));
}

const server = createServer(handler(placeOrder));

async function shutdown(signal: NodeJS.Signals): Promise<void> {
  if (closing) return;
  closing = true;
  console.info(`${signal}: ${running.size} orders to go`);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await Promise.allSettled(running);
  await producer.disconnect();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    shutdown(signal)
      .then(() => process.exit(0))
      .catch((err) => {
        console.error('not shut down cleanly', err);
        process.exit(1);
      });
  });
}

await producer.connect();
server.listen(3000);
