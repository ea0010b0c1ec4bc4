import { Kafka, type EachBatchPayload, type KafkaMessage, type TopicOffsets } from 'kafkajs';

class NextOffsets {
  readonly #next = new Map<number, bigint>();

  constructor(
    private readonly topic: string,
    private readonly step = 1n,
  ) {}

  passed(partition: number, { offset }: KafkaMessage): void {
    const next = BigInt(offset) + this.step;
    if (next > (this.#next.get(partition) ?? 0n)) this.#next.set(partition, next);
  }

  get topics(): TopicOffsets[] {
    const partitions = Array.from(this.#next, ([partition, next]) => ({ partition, offset: `${next}` }));
    return [{ topic: this.topic, partitions }];
  }
}

const GROUP = 'otter-tags';
const kafka = new Kafka({ clientId: GROUP, brokers: ['rivers-kafka:9092'] });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({ transactionalId: `${GROUP}-0`, idempotent: true, maxInFlightRequests: 1 });

async function eachBatch({ batch: { topic, partition, messages }, heartbeat }: EachBatchPayload): Promise<void> {
  const positions = new NextOffsets(topic);
  const tx = await producer.transaction();
  try {
    for (const message of messages) {
      if (message.value !== null) {
        await tx.send({ topic: 'otters.seen', messages: [{ key: message.key, value: message.value }] });
      }
      positions.passed(partition, message);
      await heartbeat();
    }
    await tx.sendOffsets({ consumerGroupId: GROUP, topics: positions.topics });
  } catch (cause) {
    await tx.abort().catch((abortError) => console.error('batch not rolled back', abortError));
    throw cause;
  }
  await tx.commit();
}

export async function start(): Promise<void> {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topic: 'otters.tags' });
  await consumer.run({ autoCommit: false, eachBatch });
}
