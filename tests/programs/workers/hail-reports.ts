import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['weather-kafka:9092'], clientId: 'hail' } });

const consumer = kafka.consumer({
  kafkaJS: { groupId: 'hail-reports', autoCommit: false, fromBeginning: true },
});
const producer = kafka.producer({ 'transactional.id': 'hail-reports-0' });

interface Report {
  postcode: string;
  millimetres: number;
}

const nextOf = (offset: string) => String(Number(offset) + 1);

function parse(value: Buffer | null): Report | undefined {
  if (!value) return undefined;
  const { postcode, millimetres } = JSON.parse(value.toString());
  return millimetres > 0 ? { postcode, millimetres } : undefined;
}

async function eachMessage({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
  const tx = await producer.transaction();
  try {
    const report = parse(message.value);
    if (report) {
      await tx.send({
        topic: 'weather.hail',
        messages: [{ key: report.postcode, value: String(report.millimetres) }],
      });
    }
    await tx.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: nextOf(message.offset) }] }],
    });
  } catch (cause) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new Error('hail report not rolled back', { cause: new AggregateError([cause, abortErr]) });
    }
    throw cause;
  }
  await tx.commit();
}

export async function main(signal: AbortSignal): Promise<void> {
  await Promise.all([consumer.connect(), producer.connect()]);
  signal.addEventListener('abort', () => {
    consumer.disconnect().catch(console.error);
  });
  await consumer.subscribe({ topic: 'weather.raw' });
  await consumer.run({ eachMessage });
}
