import type { EachMessagePayload, Kafka, Producer, TopicMessages } from 'kafkajs';
import { z } from 'zod';

const Scan = z.object({ label: z.string().min(8), depot: z.string(), scannedAt: z.string() });
type Scan = z.infer<typeof Scan>;

const GROUP = 'label-scanner';

function deadLetter({ topic, partition, message }: EachMessagePayload, reason: unknown): TopicMessages {
  return {
    topic: 'scans.dead',
    messages: [
      {
        key: message.key,
        value: message.value,
        headers: { 'x-reason': String(reason), 'x-origin': `${topic}/${partition}/${message.offset}` },
      },
    ],
  };
}

function route(payload: EachMessagePayload): TopicMessages {
  let scan: Scan;
  try {
    scan = Scan.parse(JSON.parse(payload.message.value?.toString() ?? ''));
  } catch (reason) {
    return deadLetter(payload, reason);
  }
  return { topic: `scans.${scan.depot}`, messages: [{ key: scan.label, value: JSON.stringify(scan) }] };
}

export class LabelScannerConsumer {
  readonly #producer: Producer;
  readonly #consumer;

  constructor(kafka: Kafka, ordinal: number) {
    this.#producer = kafka.producer({
      transactionalId: `${GROUP}-${ordinal}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.#consumer = kafka.consumer({ groupId: GROUP });
  }

  async start(): Promise<void> {
    await this.#producer.connect();
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topic: 'scans.raw' });
    await this.#consumer.run({ autoCommit: false, eachMessage: (payload) => this.#onScan(payload) });
  }

  async stop(): Promise<void> {
    await this.#consumer.disconnect();
    await this.#producer.disconnect();
  }

  async #onScan(payload: EachMessagePayload): Promise<void> {
    const routed = route(payload);
    const { topic, partition, message } = payload;
    const transaction = await this.#producer.transaction();
    try {
      await transaction.sendBatch({ topicMessages: [routed] });
      await transaction.sendOffsets({
        consumerGroupId: GROUP,
        topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }],
      });
    } catch (err) {
      try {
        await transaction.abort();
      } catch (abortErr) {
        console.error('scanner: abort failed', abortErr);
      }
      throw err;
    }
    await transaction.commit();
  }
}
