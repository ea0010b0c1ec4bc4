import { KafkaJS } from '@confluentinc/kafka-javascript';
import { Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';

type Action = 'resume' | 'give-up';

function actionFor(err: unknown, left: number): Action {
  switch ((err as { code?: number }).code) {
    case KafkaJS.ErrorCodes.ERR__TIMED_OUT:
      return left > 0 ? 'resume' : 'give-up';
    default:
      return 'give-up';
  }
}

async function ending(end: () => Promise<void>, left = 4): Promise<void> {
  try {
    await end();
  } catch (err) {
    switch (actionFor(err, left)) {
      case 'resume':
        return ending(end, left - 1);
      case 'give-up':
        throw err;
    }
  }
}

export class TenantPublishers implements OnModuleDestroy {
  private readonly logger = new Logger(TenantPublishers.name);
  private readonly producers = new Map<string, Promise<KafkaJS.Producer>>();

  constructor(private readonly kafka: KafkaJS.Kafka) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.producers.keys()].map((tenant) => this.evict(tenant)));
  }

  async publish(tenant: string, records: KafkaJS.TopicMessages[]): Promise<void> {
    const producer = await this.producerOf(tenant);
    try {
      await producer.transaction();
      try {
        await producer.sendBatch({ topicMessages: records });
      } catch (err) {
        await ending(() => producer.abort()).catch((abortErr) => this.logger.warn(`abort failed: ${abortErr}`));
        throw err;
      }
      await ending(() => producer.commit());
    } catch (err) {
      this.logger.error(`tenant ${tenant} gets a new producer`, err as Error);
      await this.evict(tenant);
      throw err;
    }
  }

  private producerOf(tenant: string): Promise<KafkaJS.Producer> {
    let producer = this.producers.get(tenant);
    if (!producer) {
      producer = this.open(tenant);
      this.producers.set(tenant, producer);
      producer.catch(() => this.producers.delete(tenant));
    }
    return producer;
  }

  private async open(tenant: string): Promise<KafkaJS.Producer> {
    const producer = this.kafka.producer({ kafkaJS: { transactionalId: `publisher-${tenant}` } });
    await producer.connect();
    return producer;
  }

  private async evict(tenant: string): Promise<void> {
    const producer = this.producers.get(tenant);
    this.producers.delete(tenant);
    try {
      await (await producer)?.disconnect();
    } catch (err) {
      this.logger.warn(`producer of ${tenant} not closed: ${err}`);
    }
  }
}
