import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Usage {
  tenant: string;
  bytes: number;
}

export class TemporarilyUnavailable extends Error {}
export class UsageLost extends Error {}

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['quota-kafka:9092'] } });

function toDomainError(error: unknown): Error {
  if (!(error instanceof KafkaJS.KafkaJSError)) {
    return error as Error;
  }
  if (error.retriable) {
    return new TemporarilyUnavailable('usage is not reported yet', { cause: error });
  }
  return new UsageLost('usage was not reported', { cause: error });
}

export class QuotaReporter {
  private readonly producer = kafka.producer({ kafkaJS: { transactionalId: 'quota-reporter' } });

  async connect(): Promise<this> {
    await this.producer.connect();
    return this;
  }

  async report(usages: Usage[]): Promise<void> {
    const transaction = await this.producer.transaction();
    try {
      for (const { tenant, bytes } of usages) {
        await transaction.send({
          topic: 'quota.usage',
          messages: [{ key: tenant, value: bytes.toString() }],
        });
      }
    } catch (error) {
      try {
        await transaction.abort();
      } catch (abortError) {
        throw new AggregateError([error, abortError], 'usage neither reported nor rolled back');
      }
      throw toDomainError(error);
    }

    try {
      await transaction.commit();
    } catch (error) {
      await this.producer.disconnect();
      throw toDomainError(error);
    }
  }
}
