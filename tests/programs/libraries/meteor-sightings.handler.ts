import * as Sentry from '@sentry/aws-serverless';
import type { SQSEvent, SQSHandler } from 'aws-lambda';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { parseSighting } from './sighting';

let warm: Promise<KafkaJS.Producer> | undefined;

async function make(): Promise<KafkaJS.Producer> {
  const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: process.env.BROKERS!.split(','), ssl: true } });
  const producer = kafka.producer({ kafkaJS: { transactionalId: `sightings-${process.env.SHARD}` } });
  await producer.connect();
  return producer;
}

/** Forgets the producer, the next invocation makes another one. */
async function discard(producer: KafkaJS.Producer): Promise<void> {
  warm = undefined;
  await producer.disconnect().catch((err: unknown) => Sentry.captureException(err));
}

async function publish(event: SQSEvent): Promise<void> {
  warm ??= make().catch((err) => {
    warm = undefined;
    throw err;
  });
  const producer = await warm;
  try {
    const tx = await producer.transaction();
    const messages = event.Records.map(({ body }) => parseSighting(body));
    await tx.send({ topic: 'meteors.sighted', messages });
    await tx.commit();
  } catch (err) {
    // Closing ends whatever is open; SQS delivers the batch again.
    await discard(producer);
    throw err;
  }
}

const plain: SQSHandler = async (event) => {
  try {
    await publish(event);
  } catch (err) {
    Sentry.captureException(err, { extra: { records: event.Records.length } });
    throw err;
  }
};

export const handler = Sentry.wrapHandler(plain);
