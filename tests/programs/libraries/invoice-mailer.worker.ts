import { Worker, UnrecoverableError, type Job } from 'bullmq';
import IORedis from 'ioredis';
import type { Producer, Transaction } from 'kafkajs';
import { getProducer } from './kafka/producer-factory';
import { isPoison } from './errors';

const connection = new IORedis(process.env.REDIS_URL ?? 'redis://localhost', { maxRetriesPerRequest: null });

type InvoiceJob = Job<{ invoice: string; recipient: string; pages: string[] }, string>;

async function fill(tx: Transaction, job: InvoiceJob): Promise<void> {
  for (const [index, page] of job.data.pages.entries()) {
    await tx.send({ topic: 'invoices.pages', messages: [{ key: job.data.invoice, value: page }] });
    await job.updateProgress(Math.round(((index + 1) * 100) / job.data.pages.length));
  }
}

async function mail(job: InvoiceJob): Promise<string> {
  const producer: Producer = await getProducer('invoices');
  const tx = await producer.transaction();
  try {
    await fill(tx, job);
  } catch (err) {
    await tx.abort().catch((abortErr) => job.log(`abort failed: ${abortErr}`));
    if (isPoison(err)) throw new UnrecoverableError((err as Error).message);
    throw err;
  }
  await tx.commit();
  return job.data.invoice;
}

export const worker = new Worker('invoices', mail, { connection, concurrency: 1 });

worker.on('failed', (job, err) => console.error('invoice %s failed', job?.data.invoice, err));
