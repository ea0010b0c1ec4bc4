import { Kafka, logLevel, type Producer, type ProducerConfig } from 'kafkajs';

interface StatementLine {
  merchant: string;
  day: string;
  gross: number;
  fees: number;
}

interface Settings {
  brokers: string[];
  transactionTimeout?: number;
}

const base: ProducerConfig = {
  allowAutoTopicCreation: false,
  transactionTimeout: 60_000,
  retry: { retries: 8, initialRetryTime: 150 },
};

export class MerchantStatements {
  private readonly kafka: Kafka;
  private producer?: Producer;

  constructor(private readonly settings: Settings) {
    this.kafka = new Kafka({ clientId: 'merchant-statements', brokers: settings.brokers, logLevel: logLevel.WARN });
  }

  async start(acquirer: string): Promise<void> {
    this.producer = this.kafka.producer({
      ...base,
      transactionTimeout: this.settings.transactionTimeout ?? base.transactionTimeout,
      transactionalId: `merchant-statements-${acquirer}`,
      idempotent: true,
    });
    await this.producer.connect();
  }

  async stop(): Promise<void> {
    await this.producer?.disconnect();
    this.producer = undefined;
  }

  async publish(lines: StatementLine[]): Promise<void> {
    if (!this.producer) throw new Error('statements: not started');

    const tx = await this.producer.transaction();
    try {
      for (const [merchant, own] of groupByMerchant(lines)) {
        await tx.sendBatch({
          topicMessages: [
            { topic: 'statements.lines', messages: own.map((line) => ({ key: merchant, value: JSON.stringify(line) })) },
            { topic: 'statements.totals', messages: [{ key: merchant, value: String(total(own)) }] },
          ],
        });
      }
    } catch (cause) {
      try {
        await tx.abort();
      } catch (abortError) {
        throw new AggregateError([cause, abortError], 'statements neither published nor rolled back');
      }
      throw new Error('statements not published', { cause });
    }
    await tx.commit();
  }
}

function groupByMerchant(lines: StatementLine[]): Map<string, StatementLine[]> {
  const groups = new Map<string, StatementLine[]>();
  for (const line of lines) {
    groups.set(line.merchant, [...(groups.get(line.merchant) ?? []), line]);
  }
  return groups;
}

const total = (lines: StatementLine[]): number => lines.reduce((sum, line) => sum + line.gross - line.fees, 0);
