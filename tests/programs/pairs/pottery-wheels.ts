import { hostname } from 'node:os';
import { KafkaJS } from '@confluentinc/kafka-javascript';

export type Pot = { id: string; clay: string; litres: number };

// A stateful set: the host's name, and with it the id, is the same after each restart.
const ordinal = hostname().split('-').at(-1) ?? '0';

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': process.env.KAFKA ?? 'localhost:9092' });

// A transactional id switches idempotence and acks=all on by itself with librdkafka.
const producer = kafka.producer({
  'transactional.id': `pottery-wheel-${ordinal}`,
  'transaction.timeout.ms': 30_000,
});

export const connect = () => producer.connect();
export const disconnect = () => producer.disconnect();

export async function publishPots(pots: readonly Pot[]): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'pottery.pots',
      messages: pots.map((pot) => ({ key: pot.clay, value: JSON.stringify(pot) })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr: unknown) => console.error('pots not rolled back', abortErr));
    throw err;
  }
  await producer.commit();
}
