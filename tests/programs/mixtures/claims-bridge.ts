import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, type Message } from 'kafkajs';

const sqs = new SQSClient({ maxAttempts: 1 });
const s3 = new S3Client({});
const producer = new Kafka({ clientId: 'claims', brokers: ['kafka-claims:9092'] }).producer({
  transactionalId: 'claims-bridge-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

interface Claim {
  id: string;
  insured: string;
  photos: Uint8Array[];
}

const THROTTLED = new Set(['TimeoutError', 'ThrottlingException', 'ServiceUnavailable']);

/** SQS alone; the queue de-duplicates by claim. */
async function enqueue(claim: Claim): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: process.env.ADJUSTERS_QUEUE,
          MessageBody: claim.id,
          MessageDeduplicationId: claim.id,
          MessageGroupId: claim.insured,
        }),
      );
      return;
    } catch (err) {
      if (attempt === 5 || !THROTTLED.has((err as Error).name)) throw err;
      await sleep(100 * 2 ** attempt);
    }
  }
}

const upload = (claim: Claim): Promise<unknown> =>
  Promise.all(
    claim.photos.map((Body, n) => s3.send(new PutObjectCommand({ Bucket: 'claims', Key: `${claim.id}/${n}`, Body }))),
  );

export async function submit(claim: Claim): Promise<void> {
  const transaction = await producer.transaction();
  const message: Message = { key: claim.insured, value: claim.id };
  try {
    await upload(claim);
    await transaction.send({ topic: 'claims.submitted', messages: [message] });
    await enqueue(claim);
  } catch (err) {
    try {
      await transaction.abort();
    } catch (abortErr) {
      throw new Error(`claim ${claim.id} in doubt`, { cause: new AggregateError([err, abortErr]) });
    }
    throw err;
  }
  await transaction.commit();
}

export { producer };
