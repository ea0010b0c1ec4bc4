import { KafkaJS } from '@confluentinc/kafka-javascript';
import { connect, ErrorCode, JSONCodec, type JetStreamClient, NatsError } from 'nats';

const codec = JSONCodec<Record<string, unknown>>();
const nc = await connect({ servers: process.env.NATS_URL ?? 'nats://localhost:4222' });
const producer: JetStreamClient = nc.jetstream();

const mirror = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
  kafkaJS: { acks: -1, idempotent: true },
});

function isTimeout(err: unknown): boolean {
  return err instanceof NatsError && err.code === ErrorCode.Timeout;
}

export async function publish(subject: string, body: Record<string, unknown>, msgID: string): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      const ack = await producer.publish(subject, codec.encode(body), { msgID, expect: { streamName: 'ORDERS' } });
      return !ack.duplicate;
    } catch (err) {
      if (!isTimeout(err)) {
        console.error('not published', subject, err);
        return false;
      }
    }
  }
  return false;
}

/** Best effort: nobody waits for the mirror and nobody misses it. */
export function mirrorToKafka(subject: string, body: Record<string, unknown>): void {
  mirror
    .send({ topic: subject.replaceAll('.', '-'), messages: [{ value: JSON.stringify(body) }] })
    .catch((err: unknown) => console.warn('mirror', err));
}

export async function drain(): Promise<void> {
  await mirror.flush({ timeout: 2_000 });
  await Promise.allSettled([mirror.disconnect(), nc.drain()]);
}
