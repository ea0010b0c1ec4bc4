import type { SQSEvent, SQSHandler } from 'aws-lambda';
import { KafkaJS } from '@confluentinc/kafka-javascript';

// Module state survives between invocations of a warm container.
let warm: KafkaJS.Producer | undefined;

const fromEnv = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

async function producer(): Promise<KafkaJS.Producer> {
  if (warm) return warm;
  const fresh = new KafkaJS.Kafka({
    kafkaJS: { brokers: fromEnv('BROKERS').split(','), ssl: true },
  }).producer({ kafkaJS: { transactionalId: fromEnv('TRANSACTIONAL_ID') } });
  await fresh.connect();
  return (warm = fresh);
}

/** The next invocation starts with a producer of its own. */
async function goCold(): Promise<void> {
  const old = warm;
  warm = undefined;
  try {
    await old?.disconnect();
  } catch (err) {
    console.warn('disconnect failed', err);
  }
}

function toMessages(event: SQSEvent) {
  return event.Records.map(({ messageId, body }) => ({ key: messageId, value: body }));
}

export const handler: SQSHandler = async (event) => {
  const messages = toMessages(event);
  const kafka = await producer();
  let committed = false;
  try {
    await kafka.transaction();
    await kafka.send({ topic: 'sqs.mirror', messages }).catch(async (cause: unknown) => {
      await kafka.abort().catch((err: unknown) => console.error('abort failed', err));
      throw new Error(`${messages.length} messages not mirrored`, { cause });
    });
    await kafka.commit();
    committed = true;
  } finally {
    if (!committed) await goCold();
  }
};
