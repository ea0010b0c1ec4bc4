import { KafkaJS } from '@confluentinc/kafka-javascript';
import { readTank } from './plc.mjs';

const { Kafka, ErrorCodes } = KafkaJS;

const producer = new Kafka({ kafkaJS: { brokers: ['brew-kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: `brewery-${process.env.HALL ?? 'a'}` },
});

const later = (ms, job) => new Promise((resolve) => setTimeout(resolve, ms)).then(job);

const isSlow = (err) => err.code === ErrorCodes.ERR__MSG_TIMED_OUT;

function push(tx, samples, attempt = 1) {
  const record = {
    topic: 'brewery.tanks',
    messages: samples.map((s) => ({ key: s.tank, value: JSON.stringify(s) })),
  };
  return tx.send(record).catch((err) => {
    if (isSlow(err) && attempt < 4) {
      return later(attempt * 500, () => push(tx, samples, attempt + 1));
    }
    throw err;
  });
}

export async function sampleAll(tanks) {
  const samples = await Promise.all(tanks.map(readTank));
  const tx = await producer.transaction();
  try {
    await push(tx, samples);
    await tx.commit();
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('tank samples not rolled back', abortErr));
    throw err;
  }
}

export const open = () => producer.connect();
export const close = () => producer.disconnect();
