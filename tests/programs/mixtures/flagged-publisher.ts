import { OpenFeature } from '@openfeature/server-sdk';
import { Kafka, type ProducerBatch } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';

const kafka = new Kafka({ clientId: 'catalogue', brokers: ['kafka:9092'] });
const flags = OpenFeature.getClient('catalogue');

const plain = kafka.producer({ idempotent: false, retry: { retries: 0 } });
const exact = kafka.producer({ transactionalId: 'catalogue-0', idempotent: true, maxInFlightRequests: 1 });

interface Product {
  sku: string;
  title: string;
}

const toBatch = (products: Product[]): ProducerBatch => ({
  topicMessages: [
    { topic: 'catalogue.products', messages: products.map((p) => ({ key: p.sku, value: JSON.stringify(p) })) },
    { topic: 'catalogue.audit', messages: [{ value: `${products.length} products` }] },
  ],
});

/** Without transactions consumers have to cope with duplicates, so a failed batch may simply be sent again. */
async function atLeastOnce(batch: ProducerBatch): Promise<void> {
  let failures = 0;
  for (;;) {
    try {
      await plain.sendBatch(batch);
      return;
    } catch (err) {
      failures += 1;
      if (failures > 5) throw err;
      await sleep(failures * 200);
    }
  }
}

async function exactlyOnce(batch: ProducerBatch): Promise<void> {
  const tx = await exact.transaction();
  try {
    await tx.sendBatch(batch);
  } catch (err) {
    await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

const publishers = { on: exactlyOnce, off: atLeastOnce } as const;

export async function publish(products: Product[]): Promise<'on' | 'off'> {
  const variant = (await flags.getBooleanValue('catalogue.exactly-once', false)) ? 'on' : 'off';
  await publishers[variant](toBatch(products));
  return variant;
}

export const connect = () => Promise.all([plain.connect(), exact.connect()]);
export const disconnect = () => Promise.all([plain.disconnect(), exact.disconnect()]);
