import Bottleneck from 'bottleneck';
import { Kafka } from 'kafkajs';
import { env } from './env';
import { toWire, type Resale } from './resale';

const limiter = new Bottleneck({ maxConcurrent: 1, minTime: 50, reservoir: 600, reservoirRefreshAmount: 600, reservoirRefreshInterval: 60_000 });

const producer = new Kafka({ clientId: env.SERVICE, brokers: env.BROKERS }).producer({
  transactionalId: `${env.SERVICE}-${env.ORDINAL}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

limiter.on('failed', (_error: Error, job) => {
  // No value is returned, so Bottleneck does not run the job again.
  console.warn('resale job %s failed', job.options.id);
});

async function announce(resale: Resale): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'tickets.resold', messages: [toWire(resale)] });
    await tx.send({ topic: 'tickets.revoked', messages: [{ key: resale.ticket, value: resale.seller }] });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('resale abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export const connect = () => producer.connect();

export const announceResale = (resale: Resale): Promise<void> =>
  limiter.schedule({ id: resale.ticket, priority: resale.vip ? 1 : 5 }, () => announce(resale));
