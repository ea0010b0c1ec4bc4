import { Kafka, type KafkaMessage, type Producer, type Transaction } from 'kafkajs';
import { render, TemplateError } from './templates';

interface Origin {
  topic: string;
  partition: number;
  message: KafkaMessage;
}

const GROUP = 'letter-renderer';
const kafka = new Kafka({ clientId: GROUP, brokers: (process.env.BROKERS ?? '').split(',') });
const producer: Producer = kafka.producer({
  transactionalId: `${GROUP}-${process.env.ORDINAL}`,
  idempotent: true,
  maxInFlightRequests: 1,
});
const consumer = kafka.consumer({ groupId: GROUP });

const nextOffset = ({ message }: Origin): string => String(BigInt(message.offset) + 1n);

async function inTransaction(origin: Origin, fill: (tx: Transaction) => Promise<void>): Promise<void> {
  const tx = await producer.transaction();
  try {
    await fill(tx);
    await tx.sendOffsets({
      consumerGroupId: GROUP,
      topics: [
        { topic: origin.topic, partitions: [{ partition: origin.partition, offset: nextOffset(origin) }] },
      ],
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `offset ${origin.message.offset}: rollback failed`);
    }
    throw err;
  }
  await tx.commit();
}

async function eachMessage(origin: Origin): Promise<void> {
  const { key, value } = origin.message;
  try {
    await inTransaction(origin, async (tx) => {
      // render() runs inside, so that its templates see the same open transaction as the audit record
      const letter = render(value);
      await tx.send({ topic: 'letters', messages: [{ key, value: letter.body }] });
      await tx.send({ topic: 'letters.audit', messages: [{ key, value: letter.digest }] });
    });
  } catch (err) {
    if (!(err instanceof TemplateError)) throw err;
    // the application's own error, rolled back above: the producer is in order
    await inTransaction(origin, async (tx) => {
      await tx.send({
        topic: 'letters.dead',
        messages: [{ key, value, headers: { reason: err.message } }],
      });
    });
  }
}

export async function main(): Promise<void> {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['letters.requested'] });
  await consumer.run({ autoCommit: false, eachMessage });
}
