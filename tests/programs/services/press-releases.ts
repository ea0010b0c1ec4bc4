import pRetry, { AbortError } from 'p-retry';
import { KafkaJSNumberOfRetriesExceeded, type Producer, type Transaction } from 'kafkajs';

export interface Release {
  slug: string;
  body: string;
  embargo: string;
}

async function stage(producer: Producer, releases: Release[]): Promise<Transaction> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'press.releases',
      messages: releases.map((r) => ({ key: r.slug, value: r.body, headers: { embargo: r.embargo } })),
    });
    await tx.send({ topic: 'press.index', messages: releases.map((r) => ({ value: r.slug })) });
    return tx;
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AbortError(new AggregateError([err, abortErr], 'releases not rolled back'));
    }
    throw err;
  }
}

export async function publish(producer: Producer, releases: Release[]): Promise<number> {
  const tx = await pRetry(() => stage(producer, releases), {
    retries: 3,
    minTimeout: 1_000,
    shouldRetry: ({ error }) => error instanceof KafkaJSNumberOfRetriesExceeded,
  });
  await tx.commit();
  return releases.length;
}
