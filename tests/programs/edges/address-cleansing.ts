import { promisify } from 'node:util';
import { RdKafka } from '@confluentinc/kafka-javascript';
import type { Message, TopicPartitionOffset } from '@confluentinc/kafka-javascript';
import { cleanse, type Address } from './cleanse';

const connection = { 'bootstrap.servers': process.env.BOOTSTRAP_SERVERS };

export const consumer = new RdKafka.KafkaConsumer(
  { ...connection, 'group.id': 'address-cleansing', 'enable.auto.commit': false, 'isolation.level': 'read_committed' },
  { 'auto.offset.reset': 'earliest' },
);

export const producer = new RdKafka.Producer({
  ...connection,
  'transactional.id': 'address-cleansing-0',
  'enable.idempotence': true,
});

const beginTransaction = promisify(producer.beginTransaction.bind(producer));
const commitTransaction = promisify(producer.commitTransaction.bind(producer)) as (ms: number) => Promise<void>;
const abortTransaction = promisify(producer.abortTransaction.bind(producer)) as (ms: number) => Promise<void>;
const sendOffsets = promisify(producer.sendOffsetsToTransaction.bind(producer)) as (
  offsets: TopicPartitionOffset[],
  consumer: RdKafka.KafkaConsumer,
  ms: number,
) => Promise<void>;

function positionOf({ topic, partition, offset }: Message): TopicPartitionOffset {
  return { topic, partition, offset };
}

export async function handle(message: Message): Promise<Address> {
  const address = await cleanse(JSON.parse(String(message.value)) as Address);

  await beginTransaction();
  try {
    producer.produce('addresses.clean', null, Buffer.from(JSON.stringify(address)), message.key, Date.now());
    await sendOffsets([positionOf(message)], consumer, 10_000);
  } catch (err) {
    try {
      await abortTransaction(10_000);
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `offset ${message.offset} was not rolled back`);
    }
    throw err;
  }
  await commitTransaction(30_000);
  return address;
}
