import { Kafka, KafkaJSNumberOfRetriesExceeded, type TopicMessages, type Transaction } from 'kafkajs';

interface PostalCode {
  country: string;
  code: string;
  places: string[];
}

const producer = new Kafka({ clientId: 'postal-codes', brokers: ['geo-kafka:9092'] }).producer({
  transactionalId: 'postal-codes-import',
  idempotent: true,
  maxInFlightRequests: 1,
  retry: { retries: 3 },
});

function byCountry(codes: PostalCode[]): TopicMessages[] {
  const topics = new Map<string, TopicMessages>();
  for (const { country, code, places } of codes) {
    const topic = `postal.${country.toLowerCase()}`;
    const entry = topics.get(topic) ?? { topic, messages: [] };
    entry.messages.push({ key: code, value: places.join(';') });
    topics.set(topic, entry);
  }
  return [...topics.values()];
}

/** Large batches sometimes run into the request time-out; smaller requests get through. */
async function sendInPieces(tx: Transaction, topicMessages: TopicMessages[]): Promise<void> {
  try {
    await tx.sendBatch({ topicMessages });
  } catch (err) {
    if (!(err instanceof KafkaJSNumberOfRetriesExceeded)) throw err;
    console.warn('batch of %d topics timed out, sending them one by one', topicMessages.length);
    for (const { topic, messages } of topicMessages) {
      await tx.send({ topic, messages });
    }
  }
}

export async function importCodes(codes: PostalCode[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await sendInPieces(tx, byCountry(codes));
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'import not rolled back');
    }
    throw err;
  }
  await tx.commit();
}
