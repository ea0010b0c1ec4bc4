import { Producer, stringSerializers } from '@platformatic/kafka';
import pRetry from 'p-retry';

export interface Result {
  candidate: string;
  mark: number;
}

const createProducer = (school: string) =>
  new Producer({
    clientId: 'exam-results',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `exam-results-${school}`,
  });

async function publishOnce(school: string, results: Result[]): Promise<void> {
  const producer = createProducer(school);
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: results.map(({ candidate, mark }) => ({
          topic: 'exams.results',
          key: candidate,
          value: String(mark),
        })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.close(true);
  }
}

export function publish(school: string, results: Result[]): Promise<void> {
  return pRetry(() => publishOnce(school, results), {
    retries: 5,
    onFailedAttempt: ({ error, attemptNumber }) => console.warn(`attempt ${attemptNumber} failed`, error),
  });
}
