import { Consumer, Producer, stringDeserializers, stringSerializers, type Message } from '@platformatic/kafka';
import type { FastifyBaseLogger } from 'fastify';

interface BounceConfig {
  brokers: string[];
  group?: string;
  topics?: string[];
}

const DEFAULTS = { group: 'mail-bounces', topics: ['mail.delivery-reports'] };

type StringMessage = Message<string, string, string, string>;

export class MailBounces {
  private readonly config: Required<BounceConfig>;
  private readonly producer;
  private readonly consumer;

  constructor(
    config: BounceConfig,
    private readonly log: FastifyBaseLogger,
  ) {
    this.config = { ...DEFAULTS, ...config };
    const connection = { clientId: 'mail-bounces', bootstrapBrokers: this.config.brokers };
    this.producer = new Producer({ ...connection, serializers: stringSerializers, idempotent: true });
    this.consumer = new Consumer({
      ...connection,
      groupId: this.config.group,
      deserializers: stringDeserializers,
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const stream = await this.consumer.consume({ topics: this.config.topics, autocommit: false });
    for await (const message of stream) {
      if (signal.aborted) break;
      await this.handle(message);
    }
    await this.stop();
  }

  async stop(): Promise<void> {
    await this.consumer.close(true);
    await this.producer.close(true);
  }

  private async handle(message: StringMessage): Promise<void> {
    const report = JSON.parse(message.value) as { address: string; status: string };
    const topic = report.status.startsWith('5.') ? 'mail.hard-bounces' : 'mail.soft-bounces';

    const tx = await this.producer.beginTransaction();
    try {
      await tx.addConsumer(this.consumer);
      await tx.send({ messages: [{ topic, key: report.address, value: message.value }] });
      await tx.addOffset(message);
    } catch (err) {
      this.log.error({ err }, 'report not handled');
      await tx.abort().catch((abortErr) => this.log.warn({ abortErr }, 'abort failed'));
      await this.stop();
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.stop();
      throw err;
    }
  }
}
