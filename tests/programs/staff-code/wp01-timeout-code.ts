import { Producer, stringSerializers } from '@platformatic/kafka';
import { Histogram } from 'prom-client';

const duration = new Histogram({ name: 'commit_seconds', help: 'Duration of commits', labelNames: ['outcome'] });

export enum Outcome {
  Committed = 'committed',
  TimedOut = 'timed-out',
  Failed = 'failed',
}

export class PublishFailed extends Error {
  constructor(readonly outcome: Outcome, cause: unknown) {
    super(`publication ${outcome}`, { cause });
  }
}

export function createPublisher(bootstrapBrokers: string[], transactionalId: string) {
  const producer = new Producer({
    clientId: transactionalId,
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId,
  });

  return async function publish(topic: string, entries: Map<string, string>): Promise<void> {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: [...entries].map(([key, value]) => ({ topic, key, value })) });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw new PublishFailed(Outcome.Failed, err);
    }
    const stop = duration.startTimer();
    try {
      await tx.commit();
      stop({ outcome: Outcome.Committed });
    } catch (err) {
      const outcome = (err as { code?: string }).code === 'PLT_KFK_TIMEOUT' ? Outcome.TimedOut : Outcome.Failed;
      stop({ outcome });
      await producer.close(true);
      throw new PublishFailed(outcome, err);
    }
  };
}
