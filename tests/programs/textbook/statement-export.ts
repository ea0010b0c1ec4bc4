import pRetry, { type RetryContext } from 'p-retry';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { logger } from './logger';

export interface Statement {
  account: string;
  month: string;
  lines: string[];
}

const kafka = new KafkaJS.Kafka({
  kafkaJS: { clientId: 'statement-export', brokers: (process.env.KAFKA_BROKERS ?? '').split(',') },
});

async function writeAll(statements: Statement[], month: string): Promise<void> {
  // a fresh producer for every attempt: the one before may have been fenced
  const producer = kafka.producer({ kafkaJS: { transactionalId: `statement-export-${month}` } });
  await producer.connect();
  try {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'accounts.statements',
        messages: statements.map((statement) => ({
          key: statement.account,
          value: JSON.stringify(statement),
        })),
      });
    } catch (error) {
      await tx.abort().catch((abortError) => logger.warn({ abortError }, 'statements not aborted'));
      throw error;
    }
    await tx.commit();
  } finally {
    await producer.disconnect();
  }
}

function report({ attemptNumber, retriesLeft, error }: RetryContext): void {
  logger.warn({ attemptNumber, retriesLeft, error }, 'statement export failed');
}

export async function exportMonth(month: string, load: (month: string) => Promise<Statement[]>): Promise<number> {
  const statements = await load(month);
  await pRetry(() => writeAll(statements, month), { retries: 3, onFailedAttempt: report });
  return statements.length;
}
