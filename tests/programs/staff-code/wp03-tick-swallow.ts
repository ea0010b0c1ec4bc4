import { Producer, stringSerializers } from '@platformatic/kafka';
import { logger } from './logger';
import { drain, type Sample } from './ring-buffer';

const producer = new Producer({
  clientId: 'profiler',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'profiler-0',
});

const encode = ({ at, stack }: Sample) => ({ topic: 'profiles', key: String(at), value: stack.join(';') });

async function flush(samples: Sample[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: samples.map(encode) });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      logger.warn({ err: abortErr }, 'abort failed');
    }
    throw err;
  }
  await tx.commit();
}

/** Called by the scheduler every five seconds, never twice at a time. */
export async function onTick(): Promise<void> {
  const samples = drain();
  if (samples.length === 0) return;
  try {
    await flush(samples);
  } catch (err) {
    logger.error({ err, dropped: samples.length }, 'flush failed');
  }
}

export async function stop(): Promise<void> {
  await producer.close();
}
