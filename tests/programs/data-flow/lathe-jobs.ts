import { Kafka } from 'kafkajs';
import { machineStatus, type Job } from './machines.js';

const GAVE_UP = Symbol('gave up');

const kafka = new Kafka({ clientId: 'lathes', brokers: ['shopfloor:9092'] });
const producer = kafka.producer({
  transactionalId: `lathes-${process.env.HALL ?? 'a'}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const within = <T>(ms: number, work: Promise<T>): Promise<T | typeof GAVE_UP> => {
  let timer: NodeJS.Timeout;
  const alarm = new Promise<typeof GAVE_UP>((resolve) => {
    timer = setTimeout(resolve, ms, GAVE_UP);
  });
  return Promise.race([work, alarm]).finally(() => clearTimeout(timer));
};

export async function enqueue(job: Job): Promise<'queued' | 'busy'> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'lathes.jobs', messages: [{ key: job.lathe, value: JSON.stringify(job) }] });

    const status = await within(2_000, machineStatus(job.lathe));
    if (status === GAVE_UP) {
      console.warn(`lathe ${job.lathe} does not answer`);
      return 'busy';
    }
    await tx.send({ topic: 'lathes.status', messages: [{ key: job.lathe, value: status }] });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
  return 'queued';
}

export const connect = () => producer.connect();
export const disconnect = () => producer.disconnect();
