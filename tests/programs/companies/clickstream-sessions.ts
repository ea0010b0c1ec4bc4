import type { Consumer, EachBatchPayload, Kafka, Offsets, Producer } from 'kafkajs';
import { Sessionizer } from './sessionizer';

interface SessionWorkerConfig {
  groupId: string;
  shard: string;
  flushEvery: number;
}

const DEFAULTS: Omit<SessionWorkerConfig, 'shard'> = { groupId: 'clickstream-sessions', flushEvery: 500 };

export class SessionWorker {
  private readonly config: SessionWorkerConfig;
  private readonly producer: Producer;
  private readonly consumer: Consumer;
  private readonly sessions = new Sessionizer();

  constructor(kafka: Kafka, config: Partial<SessionWorkerConfig> & { shard: string }) {
    this.config = { ...DEFAULTS, ...config };
    this.producer = kafka.producer({
      transactionalId: `clickstream-${config.shard}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.consumer = kafka.consumer({ groupId: this.config.groupId });
  }

  async start(): Promise<void> {
    await Promise.all([this.producer.connect(), this.consumer.connect()]);
    await this.consumer.subscribe({ topic: 'clicks' });
    await this.consumer.run({ autoCommit: false, eachBatch: (payload) => this.handle(payload) });
  }

  async stop(): Promise<void> {
    await this.consumer.stop();
    await Promise.all([this.consumer.disconnect(), this.producer.disconnect()]);
  }

  private async handle({ batch, heartbeat }: EachBatchPayload): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      let offsets: Offsets = { topics: [] };
      for (const message of batch.messages) {
        const session = this.sessions.add(String(message.key), JSON.parse(String(message.value)));
        if (session.closed) {
          await tx.send({ topic: 'sessions', messages: [{ key: session.id, value: JSON.stringify(session) }] });
        }
        offsets = {
          topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: message.offset }] }],
        };
      }
      await heartbeat();
      await tx.sendOffsets({ consumerGroupId: this.config.groupId, topics: offsets.topics });
    } catch (err) {
      this.sessions.reset(batch.partition);
      await tx.abort().catch((abortErr) => console.error('sessions: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
