import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { Job } from './scheduler';

interface Failure {
  readonly customer: string;
  readonly error: unknown;
}

export interface RunReport {
  readonly sent: number;
  readonly failures: readonly Failure[];
}

async function sendStatement(producer: KafkaJS.Producer, customer: string, pages: string[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const page of pages) {
      await tx.send({ topic: 'statements', messages: [{ key: customer, value: page }] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('statements: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

/** Monthly job: one transaction per customer, a failed customer must not hold up the others. */
export const statementRun: Job<RunReport> = {
  name: 'statement-run',
  cron: '0 3 1 * *',
  async run({ config, customers }) {
    const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: config.brokers } });
    const producer = kafka.producer({ kafkaJS: { transactionalId: 'statement-run' } });
    await producer.connect();

    const failures: Failure[] = [];
    let sent = 0;
    try {
      for await (const { id, pages } of customers()) {
        try {
          await sendStatement(producer, id, pages);
          sent++;
        } catch (error) {
          failures.push({ customer: id, error });
        }
      }
    } finally {
      await producer.disconnect();
    }
    return { sent, failures };
  },
};
