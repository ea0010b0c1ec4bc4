// lazily created producer with ??=, new on failure
import { Kafka, Producer, Message } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b:9092'] });
let producer: Producer | undefined;
let connecting: Promise<Producer> | undefined;
async function getProducer(): Promise<Producer> {
  connecting ??= (async () => {
    const p = kafka.producer({ transactionalId: 'orders-1', idempotent: true, maxInFlightRequests: 1 });
    await p.connect();
    producer = p;
    return p;
  })();
  return connecting;
}
async function dropProducer(): Promise<void> {
  const old = producer;
  producer = undefined;
  connecting = undefined;
  await old?.disconnect().catch(() => {});
}
export async function publish(messages: Message[]): Promise<void> {
  const p = await getProducer();
  const tx = await p.transaction();
  try {
    await tx.send({ topic: 'orders', messages });
  } catch (error) {
    await tx.abort().catch((e: unknown) => console.error('abort failed', e));
    throw error;
  }
  try {
    await tx.commit();
  } catch (error) {
    await dropProducer();
    throw error;
  }
}
