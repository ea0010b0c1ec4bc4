import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

export interface Weight {
  hive: string;
  grams: number;
}

const producer = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: 'apiary-weights-0' },
});

async function sendPatiently(tx: KafkaJS.Transaction, record: KafkaJS.ProducerRecord): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await tx.send(record);
      return;
    } catch (err) {
      const { code } = err as KafkaJS.KafkaJSError;
      if (code !== ErrorCodes.ERR__MSG_TIMED_OUT || attempt === 3) {
        throw err;
      }
      console.warn(`attempt ${attempt} timed out`);
    }
  }
}

export async function weigh(weights: Weight[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const { hive, grams } of weights) {
      await sendPatiently(tx, { topic: 'hives', messages: [{ key: hive, value: String(grams) }] });
    }
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'weights not rolled back');
    }
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export const open = (): Promise<void> => producer.connect();
