import { promisify } from 'node:util';
import { KafkaConsumer, Producer, type Message } from 'node-rdkafka';
import { normalise } from './contacts';
import { logger } from './logger';

const brokers = process.env.KAFKA_BROKERS;

export const consumer = new KafkaConsumer(
  { 'metadata.broker.list': brokers, 'group.id': 'crm-contacts', 'enable.auto.commit': false },
  { 'auto.offset.reset': 'earliest' },
);
export const producer = new Producer({
  'metadata.broker.list': brokers,
  'transactional.id': 'crm-contacts-0',
  'enable.idempotence': true,
});

const begin = promisify(producer.beginTransaction.bind(producer)) as () => Promise<void>;
const commit = promisify(producer.commitTransaction.bind(producer)) as (timeout: number) => Promise<void>;
const abort = promisify(producer.abortTransaction.bind(producer)) as (timeout: number) => Promise<void>;

interface Contact {
  email: string;
  name: string;
  phone?: string;
}

export async function relay(message: Message): Promise<void> {
  const raw = JSON.parse(String(message.value)) as Partial<Contact>;
  const contact = normalise(raw);

  await begin();
  try {
    producer.produce('crm.contacts', null, Buffer.from(JSON.stringify(contact)), contact.email, Date.now());
    // @ts-expect-error the typings lag behind
    await producer.sendOffsets({
      consumerGroupId: 'crm-contacts',
      topics: [{ topic: message.topic, partitions: [{ partition: message.partition, offset: String(message.offset + 1) }] }],
    });
  } catch (err) {
    await abort(10_000).catch((abortErr) => logger.error('abort failed', { abortErr }));
    throw err;
  }
  await commit(30_000);
}
