import { Kafka, type EachMessagePayload } from 'kafkajs';

const kafka = new Kafka({ clientId: 'geo-coder', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'geo-coder' });
const producer = kafka.producer({
  transactionalId: 'geo-coder-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function geocode(address: string): Promise<[number, number]> {
  const res = await fetch(`http://nominatim/search?q=${encodeURIComponent(address)}&format=json`);
  const [hit] = (await res.json()) as Array<{ lat: string; lon: string }>;
  return [Number(hit.lat), Number(hit.lon)];
}

async function handle({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const address = message.value?.toString() ?? '';
  const next = (BigInt(message.offset) + 1n).toString();

  const tx = await producer.transaction();
  try {
    const [lat, lon] = await geocode(address);
    await tx.send({ topic: 'addresses.geo', messages: [{ key: message.key, value: `${lat},${lon}` }] });
    await consumer.commitOffsets([{ topic, partition, offset: next }]);
  } catch (err) {
    console.error(`could not geocode ${address}`);
    await tx.abort().catch((abortErr) => console.error(abortErr));
    throw err;
  }
  await tx.commit();
}

export async function main(): Promise<void> {
  await consumer.connect();
  await producer.connect();
  await consumer.subscribe({ topics: ['addresses.raw'] });
  await consumer.run({ autoCommit: false, eachMessage: handle });
}
