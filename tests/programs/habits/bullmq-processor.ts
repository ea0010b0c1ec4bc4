import { Worker, type Job } from 'bullmq';
import Kafka from 'node-rdkafka';

interface Refund {
  order: string;
  cents: number;
  reason?: string;
}

const TIMEOUT = Number(process.env.TX_TIMEOUT ?? 10_000);

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.BROKERS ?? 'localhost:9092',
  'transactional.id': 'refund-processor-0',
});

const rollBack = (cause: Error, reject: (reason: unknown) => void): void => {
  producer.abortTransaction(TIMEOUT, (abortErr) => {
    reject(abortErr ? new AggregateError([cause, abortErr], 'refund: abort failed') : cause);
  });
};

function publish(refunds: Refund[]): Promise<void> {
  return new Promise((resolve, reject) => {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return reject(beginErr);
      try {
        refunds.forEach((r) => producer.produce('refunds', null, Buffer.from(JSON.stringify(r)), r.order));
      } catch (err) {
        return rollBack(err as Error, reject);
      }
      producer.commitTransaction(TIMEOUT, (commitErr) => {
        if (commitErr) return rollBack(commitErr, reject);
        resolve();
      });
    });
  });
}

export const worker = new Worker<Refund[], void>('refunds', (job: Job<Refund[]>) => publish(job.data), {
  connection: { host: 'redis' },
  concurrency: 1,
});

worker.on('failed', (job, err) => console.error('job %s failed', job?.id, err));

export async function shutdown(): Promise<void> {
  await worker.close();
  await new Promise<void>((resolve, reject) => producer.disconnect((err) => (err ? reject(err) : resolve())));
}
