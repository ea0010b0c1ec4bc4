import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Shipment {
  id: string;
  pots: number;
  destination: string;
}

const kafka = new KafkaJS.Kafka({
  kafkaJS: { clientId: 'orchids', brokers: ['greenhouse:9092'], ssl: process.env.NODE_ENV === 'production' },
});

const producer = kafka.producer({ kafkaJS: { idempotent: true, acks: -1 } });

function isFatal(err: unknown): boolean {
  return err instanceof KafkaJS.KafkaJSError && err.fatal;
}

async function recover(err: unknown): Promise<never> {
  if (isFatal(err)) {
    await producer.disconnect();
    throw err;
  }
  try {
    await producer.abort();
  } catch (abortErr) {
    throw new AggregateError([err, abortErr], 'shipment neither announced nor rolled back');
  }
  throw err;
}

export async function announce(shipments: Shipment[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const s of shipments) {
      await tx.send({ topic: 'orchids.shipped', messages: [{ key: s.destination, value: JSON.stringify(s) }] });
    }
  } catch (err) {
    return recover(err);
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export const connect = (): Promise<void> => producer.connect();
