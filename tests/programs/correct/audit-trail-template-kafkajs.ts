import {
  Kafka,
  KafkaJSNumberOfRetriesExceeded,
  KafkaJSProtocolError,
  type Consumer,
  type EachMessagePayload,
  type Producer,
} from 'kafkajs';
import { toAuditEntry } from './audit-entry';

const GROUP = 'audit-trail';
const kafka = new Kafka({ clientId: 'audit-trail', brokers: ['kafka-0:9092', 'kafka-1:9092'] });

const MISCONFIGURED = [
  'TOPIC_AUTHORIZATION_FAILED',
  'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
  'UNSUPPORTED_VERSION',
];

const needsAbort = (err: unknown): boolean =>
  err instanceof KafkaJSNumberOfRetriesExceeded ||
  (err as Error).name === 'TransactionAbortableException';

const isMisconfigured = (err: unknown): boolean =>
  err instanceof KafkaJSProtocolError && MISCONFIGURED.includes(err.type);

export class AuditTrail {
  private producer!: Producer;
  private consumer!: Consumer;

  async start(): Promise<void> {
    this.producer = kafka.producer({
      transactionalId: 'audit-trail-0',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.consumer = kafka.consumer({ groupId: GROUP });
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: ['user.actions'] });
    await this.consumer.run({ autoCommit: false, eachMessage: (payload) => this.handle(payload) });
  }

  private async handle({ topic, partition, message }: EachMessagePayload): Promise<void> {
    try {
      const tx = await this.producer.transaction();
      try {
        await tx.send({
          topic: 'audit.entries',
          messages: [{ key: message.key, value: toAuditEntry(message.value) }],
        });
        await tx.sendOffsets({
          consumerGroupId: GROUP,
          topics: [{ topic, partitions: [{ partition, offset: String(BigInt(message.offset) + 1n) }] }],
        });
      } catch (err) {
        if (!needsAbort(err)) throw err;
        await tx.abort();
        this.consumer.seek({ topic, partition, offset: message.offset });
        return;
      }
      await tx.commit();
    } catch (err) {
      await this.close();
      throw isMisconfigured(err) ? new Error('audit trail is not configured', { cause: err }) : err;
    }
  }

  private async close(): Promise<void> {
    await Promise.allSettled([this.producer.disconnect(), this.consumer.disconnect()]);
  }
}
