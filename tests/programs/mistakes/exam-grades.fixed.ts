import { Kafka, logLevel } from 'kafkajs';

const kafka = new Kafka({ clientId: 'grades', brokers: ['kafka:9092'], logLevel: logLevel.WARN });

const producer = kafka.producer({ transactionalId: 'exam-grades', idempotent: true, maxInFlightRequests: 1 });

export const connect = (): Promise<void> => producer.connect();

function isAbortable(error: unknown): boolean {
  return error instanceof Error && error.name === 'TransactionAbortableException';
}

export async function publishGrades(exam: string, grades: Map<string, string>): Promise<void> {
  const messages = [...grades].map(([student, value]) => ({ key: student, value }));
  const transaction = await producer.transaction();

  try {
    await transaction.send({ topic: `exams.${exam}.grades`, messages });
  } catch (error) {
    await transaction.abort().catch(async (abortError: unknown) => {
      await producer.disconnect();
    });
    if (isAbortable(error)) console.info(`grades of ${exam} rolled back`);
    throw error;
  }

  await transaction.commit();
}
