import { Kafka, type KafkaJSProtocolError } from 'kafkajs';

type Passage = { lock: number; ship: string };

export class OutcomeUnknown extends Error {}

const producer = new Kafka({ clientId: 'locks', brokers: ['kafka:9092'] }).producer({
  transactionalId: `canal-locks-${process.env.CANAL}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const slow = (err: Error): boolean =>
  err.name === 'KafkaJSRequestTimeoutError' ||
  (err as KafkaJSProtocolError).type === 'REQUEST_TIMED_OUT';

export const open = () => producer.connect();

export async function register(passages: Passage[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'canal.passages',
      messages: passages.map(({ lock, ship }) => ({ key: String(lock), value: ship })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: Error) => console.error('passages: abort', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect().catch((closeErr: Error) => console.error('passages: close', closeErr));
    throw slow(err as Error) ? new OutcomeUnknown('commit timed out', { cause: err }) : err;
  }
}
