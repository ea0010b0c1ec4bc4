// lambda
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import type { SQSEvent, SQSBatchResponse } from 'aws-lambda';
let ready: Promise<void> | undefined;
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  await (ready ??= producer.connect());
  const batchItemFailures: { itemIdentifier: string }[] = [];
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 't', messages: event.Records.map((r) => ({ key: r.messageId, value: r.body })) });
  } catch (e) {
    await tx.abort().catch((x) => console.error(x));
    throw e;
  }
  await tx.commit();
  return { batchItemFailures };
};
