import { KafkaJS } from '@confluentinc/kafka-javascript';
import { decide } from './decisions';

const { Kafka, ErrorCodes } = KafkaJS;

const config = {
  brokers: ['kafka-0:9092', 'kafka-1:9092'],
  groupId: 'reservations',
  transactionalId: 'reservations-0',
  commitAttempts: 5,
} as const;

const kafka = new Kafka({ kafkaJS: { brokers: [...config.brokers] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: config.groupId, autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: config.transactionalId } });

/** A commit that timed out is resumed by the same call; the records are not sent again. */
async function commitResuming(tx: KafkaJS.Transaction): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await tx.commit();
      return;
    } catch (err) {
      const timedOut = (err as KafkaJS.KafkaJSError).code === ErrorCodes.ERR__TIMED_OUT;
      if (!timedOut || attempt >= config.commitAttempts) throw err;
    }
  }
}

const eachMessage = async ({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> => {
  const tx = await producer.transaction();
  try {
    const decision = decide(JSON.parse(String(message.value)));
    await tx.send({ topic: 'reservations.decided', messages: [{ key: message.key, value: JSON.stringify(decision) }] });
    await tx.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: (Number(message.offset) + 1).toString() }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await commitResuming(tx);
  } catch (err) {
    await producer.disconnect().catch((closeErr: unknown) => console.error('disconnect failed', closeErr));
    throw err;
  }
};

export async function start(onFatal: (err: unknown) => void): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'reservations.requested' });
  await consumer.run({
    eachMessage: (payload) =>
      eachMessage(payload).catch((err) => {
        onFatal(err);
        throw err;
      }),
  });
}
