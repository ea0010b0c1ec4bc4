import cron from 'node-cron';
import { Kafka, type Producer } from 'kafkajs';
import { loadDigests, type Digest } from './digests';

const kafka = new Kafka({ clientId: 'digests', brokers: (process.env.BROKERS ?? '').split(',') });

const createProducer = (): Producer =>
  kafka.producer({ transactionalId: 'nightly-digests', idempotent: true, maxInFlightRequests: 1 });

let producer = createProducer();
let lastFailure: { at: Date; error: unknown } | null = null;

async function publish(digests: Digest[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const { user, html } of digests) {
      await tx.send({ topic: 'digests.ready', messages: [{ key: user, value: html }] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

/** A failed night is skipped; the next one starts with a producer of its own. */
async function replaceProducer(): Promise<void> {
  const old = producer;
  producer = createProducer();
  await old.disconnect().catch((err) => console.warn('old producer not closed', err));
  await producer.connect();
}

async function night(): Promise<void> {
  const digests = await loadDigests(new Date());
  try {
    await publish(digests);
  } catch (error) {
    console.error('digests skipped', error);
    lastFailure = { at: new Date(), error };
    await replaceProducer();
  }
}

export async function schedule(): Promise<cron.ScheduledTask> {
  await producer.connect();
  return cron.schedule('15 2 * * *', () => {
    night().catch((err) => {
      console.error('no producer any more', err);
      process.exit(1);
    });
  });
}

export const failure = () => lastFailure;
