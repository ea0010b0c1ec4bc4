import { Worker, UnrecoverableError, type Job } from 'bullmq';
import { Kafka, type Producer } from 'kafkajs';
import { loadPayslips } from './payslips';

interface PayrollJob {
  employer: string;
  month: string;
}

const kafka = new Kafka({ clientId: 'payroll', brokers: process.env.KAFKA_BROKERS!.split(',') });
const connection = { host: process.env.REDIS_HOST ?? 'localhost', port: 6379 };

async function withProducer<T>(id: string, use: (producer: Producer) => Promise<T>): Promise<T> {
  const producer = kafka.producer({ transactionalId: id, idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  try {
    return await use(producer);
  } finally {
    await producer.disconnect().catch((err) => console.warn('disconnect failed', err));
  }
}

async function run(job: Job<PayrollJob>): Promise<{ sent: number }> {
  const { employer, month } = job.data;
  const payslips = await loadPayslips(employer, month);
  if (payslips.length === 0) {
    throw new UnrecoverableError(`no payslips for ${employer} in ${month}`);
  }

  return withProducer(`payroll-${employer}`, async (producer) => {
    const tx = await producer.transaction();
    try {
      for (const [n, slip] of payslips.entries()) {
        await tx.send({ topic: 'payroll.slips', messages: [{ key: slip.employee, value: JSON.stringify(slip) }] });
        await job.updateProgress(Math.round(((n + 1) / payslips.length) * 100));
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => job.log(`abort failed: ${abortErr}`));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      // BullMQ must not run this job again by itself: the slips may be out already
      const final = new UnrecoverableError(`commit of ${month} in doubt: ${String(err)}`);
      final.cause = err;
      throw final;
    }
    return { sent: payslips.length };
  });
}

export const worker = new Worker<PayrollJob>('payroll', run, { connection, concurrency: 1 });

worker.on('failed', (job, err) => console.error('payroll failed', job?.id, err));
