// job queue: done(err), job.moveToFailed
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { Worker, UnrecoverableError } from 'bullmq'; import Bull from 'bull';
new Worker('q', async (job) => {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value: JSON.stringify(job.data) }] }); } catch (e) { await tx.abort().catch(() => {}); throw new UnrecoverableError(String(e)); }
  try { await tx.commit(); } catch (e) { await job.moveToFailed(e as Error, 'tok'); await producer.disconnect(); }
});
new Bull('x').process(async (job, done) => {
  try {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value: JSON.stringify(job.data) }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit(); done();
  } catch (e) { done(e as Error); }
});
