import { Kafka, type EachMessagePayload, type KafkaMessage } from 'kafkajs';

const kafka = new Kafka({ clientId: 'traffic-cameras', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'traffic-cameras' });
const deadLetters = kafka.producer();
const sightings = kafka.producer({
  transactionalId: 'traffic-cameras-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

interface Sighting {
  plate: string;
  camera: string;
}

function parse(message: KafkaMessage): Sighting | undefined {
  try {
    return JSON.parse(message.value?.toString() ?? '');
  } catch {
    return undefined;
  }
}

async function eachMessage({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const sighting = parse(message);
  const position = [{ topic, partition, offset: `${BigInt(message.offset) + 1n}` }];
  if (sighting === undefined) {
    await deadLetters.send({ topic: 'cameras.dead-letters', messages: [message] });
    await consumer.commitOffsets(position);
    return;
  }

  const tx = await sightings.transaction();
  try {
    await tx.send({
      topic: 'cameras.sightings',
      messages: [{ key: sighting.plate, value: sighting.camera }],
    });
    const [{ offset }] = position;
    await tx.sendOffsets({
      consumerGroupId: 'traffic-cameras',
      topics: [{ topic, partitions: [{ partition, offset }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('sighting not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function run(): Promise<void> {
  await Promise.all([consumer, deadLetters, sightings].map((client) => client.connect()));
  await consumer.subscribe({ topics: ['cameras.frames'] });
  await consumer.run({ autoCommit: false, eachMessage });
}
