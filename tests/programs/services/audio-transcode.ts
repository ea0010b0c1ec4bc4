import { Kafka, type EachMessagePayload } from 'kafkajs';

const GROUP = 'audio-transcode';

const kafka = new Kafka({ clientId: GROUP, brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({
  transactionalId: `${GROUP}-${process.env.POD_ORDINAL}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const next = (offset: string): string => String(BigInt(offset) + 1n);

async function transcode({ topic, partition, message, heartbeat }: EachMessagePayload): Promise<void> {
  const track = JSON.parse(String(message.value)) as { id: string; codecs: string[] };
  const tx = await producer.transaction();

  try {
    for (const codec of track.codecs) {
      await tx.send({
        topic: 'audio.jobs',
        messages: [{ key: track.id, value: JSON.stringify({ track: track.id, codec }) }],
      });
      await heartbeat();
    }
    await consumer.commitOffsets([{ topic, partition, offset: next(message.offset) }]);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `jobs of track ${track.id} not rolled back`);
    }
    throw err;
  }

  await tx.commit();
}

export async function main(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['audio.uploads'], fromBeginning: true });
  await consumer.run({ autoCommit: false, eachMessage: transcode });
}
