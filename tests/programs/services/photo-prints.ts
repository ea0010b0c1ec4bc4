import { Kafka } from 'kafkajs';
import { z } from 'zod';

const Print = z.object({ photo: z.string().url(), format: z.enum(['9x13', '10x15', '13x18']), copies: z.number().int() });

const Job = z.object({ customer: z.string(), prints: z.array(Print).min(1) });

const producer = new Kafka({ clientId: 'prints', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'photo-prints-web',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const ready = (): Promise<void> => producer.connect();

export async function enqueue(body: unknown): Promise<number> {
  const job = Job.parse(body);
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'prints.jobs',
      messages: job.prints.map((print) => ({ key: job.customer, value: JSON.stringify(print) })),
    });
    await tx.send({ topic: 'prints.customers', messages: [{ key: job.customer, value: String(job.prints.length) }] });
  } catch (err) {
    console.error('print job not queued', (err as Error).message);
    await tx.abort();
    throw err;
  }
  await tx.commit();
  return job.prints.length;
}
