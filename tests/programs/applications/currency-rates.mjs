import { backOff } from 'exponential-backoff';
import { Producer, stringSerializers } from '@platformatic/kafka';
import { config } from './config.mjs';

/** A producer lives for one publication only. */
function createProducer() {
  return new Producer({
    clientId: 'currency-rates',
    bootstrapBrokers: config.brokers,
    idempotent: true,
    acks: -1,
    serializers: stringSerializers,
  });
}

const pairs = (rates) =>
  Object.entries(rates).map(([pair, rate]) => ({ topic: 'fx.rates', key: pair, value: String(rate) }));

async function publishOnce(rates) {
  const producer = createProducer();
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: pairs(rates) });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('rates: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.close(true);
  }
}

export function publish(rates) {
  return backOff(() => publishOnce(rates), {
    numOfAttempts: 4,
    startingDelay: 250,
    jitter: 'full',
  });
}
