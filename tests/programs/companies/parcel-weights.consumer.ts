import { KafkaJS } from '@confluentinc/kafka-javascript';
import { calibrate } from './scales';
import { withSpan } from './tracing';

const { ErrorCodes } = KafkaJS;

export interface WeightsConfig {
  brokers: string[];
  groupId: string;
  hub: string;
  resumes: number;
}

const defaults: Omit<WeightsConfig, 'hub'> = {
  brokers: ['localhost:9092'],
  groupId: 'parcel-weights',
  resumes: 5,
};

export class ParcelWeightsConsumer {
  private readonly config: WeightsConfig;
  private readonly consumer: KafkaJS.Consumer;
  private readonly producer: KafkaJS.Producer;

  constructor(config: Partial<WeightsConfig> & Pick<WeightsConfig, 'hub'>) {
    this.config = { ...defaults, ...config };
    const { brokers, groupId, hub } = this.config;
    const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'parcel-weights', brokers } });
    this.consumer = kafka.consumer({ kafkaJS: { groupId, autoCommit: false } });
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `${groupId}-${hub}` } });
  }

  async start(): Promise<void> {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: ['parcels.weighed'] });
    await this.consumer.run({
      eachMessage: (payload) => withSpan('parcel.weight', () => this.onWeighed(payload)),
    });
  }

  async stop(): Promise<void> {
    await this.consumer.disconnect();
    await this.producer.disconnect();
  }

  private async onWeighed({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
    await this.producer.transaction();
    try {
      const weight = calibrate(JSON.parse(String(message.value)));
      await this.producer.send({
        topic: 'parcels.weights',
        messages: [{ key: message.key, value: JSON.stringify(weight) }],
      });
      await this.producer.sendOffsets({
        consumer: this.consumer,
        topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }],
      });
    } catch (err) {
      try {
        await this.untilEnded(() => this.producer.abort());
      } catch (abortErr) {
        console.error('weights: abort failed', abortErr);
        await this.producer.disconnect();
      }
      throw err;
    }

    try {
      await this.untilEnded(() => this.producer.commit());
    } catch (err) {
      await this.producer.disconnect();
      throw err;
    }
  }

  private async untilEnded(end: () => Promise<void>): Promise<void> {
    for (let resumes = 0; ; resumes += 1) {
      try {
        await end();
        return;
      } catch (err) {
        const timedOut = (err as { code?: number }).code === ErrorCodes.ERR__TIMED_OUT;
        if (!timedOut || resumes === this.config.resumes) throw err;
      }
    }
  }
}
