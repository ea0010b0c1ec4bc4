import { Producer, stringSerializers } from '@platformatic/kafka';
import { backOff } from 'exponential-backoff';

const producer = new Producer({
  clientId: 'ad-impressions',
  bootstrapBrokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `ad-impressions-${process.env.SHARD ?? '0'}`,
});

const policy = { numOfAttempts: 4, startingDelay: 200, maxDelay: 3_000, jitter: 'full' };

export async function recordImpressions(campaign, impressions) {
  const messages = impressions.map((impression) => ({
    topic: 'ads.impressions',
    key: campaign,
    value: JSON.stringify(impression),
  }));

  const tx = await producer.beginTransaction();
  try {
    await backOff(() => tx.send({ messages }), policy);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `impressions of ${campaign} not rolled back`);
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

export const shutDown = () => producer.close();
