import { Worker } from 'bullmq';
import winston from 'winston';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { redis } from './redis';
import type { PrintJob } from './print-job';

const logger = winston.createLogger({ transports: [new winston.transports.Console()] });

const producer = new KafkaJS.Kafka({ 'bootstrap.servers': 'kafka:9092' }).producer({
  'transactional.id': 'print-jobs',
});

async function publish(job: PrintJob): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'printers.jobs', messages: job.sheets.map((value) => ({ key: job.printer, value })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => logger.warn('print job not rolled back', { abortErr }));
    throw err;
  }
  try {
    await tx.commit();
    logger.info('print job published', { job: job.id });
  } catch (err) {
    logger.error('print job not committed', { job: job.id, err });
  }
}

export async function startWorker(): Promise<Worker<PrintJob>> {
  await producer.connect();
  return new Worker<PrintJob>('print-jobs', ({ data }) => publish(data), { connection: redis });
}
