import { Kafka, type EachMessagePayload, type Producer } from 'kafkajs';
import * as Sentry from '@sentry/node';

export class MailFanout {
  private producer: Producer;

  constructor(private kafka: Kafka, private list: string) {
    this.producer = this.kafka.producer({
      transactionalId: `mail-fanout-${this.list}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async eachMessage({ topic, partition, message }: EachMessagePayload): Promise<void> {
    const subscribers: string[] = JSON.parse(String(message.value));
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'mails.due', messages: subscribers.map((key) => ({ key, value: message.key })) });
      await tx.sendOffsets({
        consumerGroupId: this.list,
        topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }],
      });
    } catch (err) {
      Sentry.captureException(err, { tags: { list: this.list } });
      await tx.abort().catch((abortErr) => Sentry.captureException(abortErr));
      throw err;
    }
    await tx.commit();
  }

  async run(): Promise<void> {
    const consumer = this.kafka.consumer({ groupId: this.list });
    await Promise.all([this.producer.connect(), consumer.connect()]);
    await consumer.subscribe({ topics: ['mails.outgoing'] });
    await consumer.run({ autoCommit: false, eachMessage: (payload) => this.eachMessage(payload) });
  }
}
