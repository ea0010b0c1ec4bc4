import * as kafkajs from 'kafkajs';

type Fix = { deer: string; lat: number; lon: number };

const kafka = new kafkajs.Kafka({ clientId: 'deer', brokers: ['kafka:9092'] });
const byRegion = new Map<string, kafkajs.Producer>();

async function producerOf(region: string): Promise<kafkajs.Producer> {
  let producer = byRegion.get(region);
  if (producer === undefined) {
    producer = kafka.producer({
      transactionalId: `deer-tracking-${region}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    byRegion.set(region, producer);
  }
  return producer;
}

async function write(producer: kafkajs.Producer, fixes: Fix[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'deer.fixes',
      messages: fixes.map(({ deer, lat, lon }) => ({ key: deer, value: `${lat},${lon}` })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.warn('fixes not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function track(region: string, fixes: Fix[]): Promise<void> {
  const producer = await producerOf(region);
  try {
    await write(producer, fixes);
  } catch (err) {
    byRegion.delete(region);
    await producer.disconnect().catch((closeErr: unknown) => console.warn('not closed', closeErr));
    throw err;
  }
}
