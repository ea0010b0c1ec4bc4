import { Kafka, KafkaJSError, KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } from 'kafkajs';

const producer = new Kafka({ clientId: 'coins', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'coin-counter',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = () => producer.connect();

function describe(err: unknown): string {
  if (err instanceof KafkaJSProtocolError) return `broker answered ${err.type}`;
  if (err instanceof KafkaJSNumberOfRetriesExceeded) return `gave up: ${err.message}`;
  if (err instanceof KafkaJSError) return `client failed: ${err.message}`;
  return String(err);
}

export async function count(machine: string, coins: number[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'coins.counted', messages: coins.map((coin) => ({ key: machine, value: String(coin) })) });
  } catch (err) {
    console.error(describe(err));
    await tx.abort().catch((abortErr) => console.error('coins not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}
