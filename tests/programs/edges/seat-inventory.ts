import { promisify } from 'node:util';
import { KafkaConsumer, Producer, type LibrdKafkaError, type Message } from 'node-rdkafka';
import { log } from './log';

const consumer = new KafkaConsumer(
  { 'metadata.broker.list': process.env.BROKERS, 'group.id': 'seat-inventory', 'enable.auto.commit': false },
  {},
);
const producer = new Producer({
  'metadata.broker.list': process.env.BROKERS,
  'transactional.id': 'seat-inventory-0',
  'enable.idempotence': true,
});

const beginTx = promisify(producer.beginTransaction.bind(producer)) as () => Promise<void>;
const commitTx = promisify(producer.commitTransaction.bind(producer)) as (ms: number) => Promise<void>;
const abortTx = promisify(producer.abortTransaction.bind(producer)) as (ms: number) => Promise<void>;
const addOffsets = promisify(producer.sendOffsetsToTransaction.bind(producer)) as (
  offsets: Array<{ topic: string; partition: number; offset: number }>,
  consumer: KafkaConsumer,
  ms: number,
) => Promise<void>;

async function stage(seats: Message[]): Promise<void> {
  const last = seats[seats.length - 1];
  await beginTx();
  try {
    for (const seat of seats) producer.produce('seats.taken', null, seat.value, seat.key, Date.now());
    await addOffsets([{ topic: last.topic, partition: last.partition, offset: last.offset + 1 }], consumer, 10_000);
  } catch (err) {
    await abortTx(10_000).catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'seats not rolled back');
    });
    throw err;
  }
}

async function finish(): Promise<void> {
  for (let round = 1; ; round++) {
    try {
      return await commitTx(15_000);
    } catch (err) {
      if (!(err as LibrdKafkaError).isRetriable || round === 4) throw err;
      log.warn('commit timed out, resuming', { round });
    }
  }
}

export async function handleSeats(seats: Message[]): Promise<void> {
  if (seats.length === 0) return;
  attempts: for (let attempt = 1; ; attempt++) {
    try {
      await stage(seats);
      break attempts;
    } catch (err) {
      if (!(err as LibrdKafkaError).isTxnRequiresAbort || attempt === 3) throw err;
    }
  }
  await finish();
}

export { consumer, producer };
