import retry from 'async-retry';
import { Kafka, type Producer, type Transaction } from 'kafkajs';

interface Harvest {
  field: string;
  crop: string;
  tonnes: number;
}

interface Staged {
  producer: Producer;
  tx: Transaction;
}

const kafka = new Kafka({ clientId: 'crop-yields', brokers: ['kafka:9092'] });

function createProducer(farm: string): Producer {
  return kafka.producer({
    transactionalId: `crop-yields-${farm}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
}

const PERMANENT = /AUTHORIZATION_FAILED$/;

async function stage(farm: string, harvests: Harvest[]): Promise<Staged> {
  const producer = createProducer(farm);
  try {
    await producer.connect();
    const tx = await producer.transaction();
    await tx.send({
      topic: 'farms.harvests',
      messages: harvests.map((h) => ({ key: h.field, value: JSON.stringify(h) })),
    });
    return { producer, tx };
  } catch (err) {
    await producer.disconnect().catch((e) => console.warn('producer not closed', e));
    throw err;
  }
}

export async function report(farm: string, harvests: Harvest[]): Promise<void> {
  const staged = await retry(
    async (bail) => {
      try {
        return await stage(farm, harvests);
      } catch (err) {
        if (PERMANENT.test((err as { type?: string }).type ?? '')) {
          bail(err as Error);
        }
        throw err;
      }
    },
    { retries: 5, factor: 2 },
  );

  try {
    await staged.tx.commit();
  } finally {
    await staged.producer.disconnect();
  }
}
