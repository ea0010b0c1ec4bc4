import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

interface Passage {
  plate: string;
  gate: string;
  cents: number;
}

const kafka = new Kafka({ kafkaJS: { brokers: ['toll:9092'], clientId: 'toll-billing' } });

const transient = new Set<number>([ErrorCodes.ERR__TIMED_OUT, ErrorCodes.ERR__TRANSPORT]);

async function billOnce(passages: Passage[]): Promise<void> {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'toll-billing' } });
  await producer.connect();
  try {
    await producer.transaction();
    try {
      await producer.send({
        topic: 'toll.bills',
        messages: passages.map((p) => ({ key: p.plate, value: `${p.gate}:${p.cents}` })),
      });
    } catch (err) {
      await producer.abort().catch((abortErr) => console.error('bills not rolled back', abortErr));
      throw err;
    }
    await producer.commit();
  } finally {
    await producer.disconnect();
  }
}

/** Bills the passages of one night; short outages of the cluster are sat out. */
export async function bill(passages: Passage[], attemptsLeft = 4): Promise<void> {
  try {
    await billOnce(passages);
  } catch (err) {
    if (attemptsLeft > 0 && transient.has((err as KafkaJS.KafkaJSError).code)) {
      return bill(passages, attemptsLeft - 1);
    }
    throw err;
  }
}
