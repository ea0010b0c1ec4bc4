import { KafkaJS } from '@confluentinc/kafka-javascript';
import { logger } from './logger';

interface Click {
  page: string;
  at: number;
}

interface Bucket {
  page: string;
  minute: number;
  hits: number;
}

interface RollupReport {
  written: number;
  rejected: Array<{ bucket: Bucket; error: unknown }>;
}

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'rollup', brokers: [process.env.KAFKA_URL ?? 'localhost:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'clickstream-rollup' } });

function bucketise(clicks: Iterable<Click>): Bucket[] {
  const buckets = new Map<string, Bucket>();
  for (const { page, at } of clicks) {
    const minute = Math.floor(at / 60_000);
    const bucket = buckets.get(`${page}@${minute}`) ?? { page, minute, hits: 0 };
    bucket.hits += 1;
    buckets.set(`${page}@${minute}`, bucket);
  }
  return [...buckets.values()];
}

export const start = (): Promise<void> => producer.connect();
export const stop = (): Promise<void> => producer.disconnect();

export async function rollUp(clicks: Iterable<Click>): Promise<RollupReport> {
  const buckets = bucketise(clicks);
  const report: RollupReport = { written: 0, rejected: [] };

  await producer.transaction();
  for (const bucket of buckets) {
    try {
      await producer.send({
        topic: 'clicks.per-minute',
        messages: [{ key: bucket.page, value: JSON.stringify(bucket) }],
      });
      report.written += 1;
    } catch (error) {
      logger.warn('bucket rejected', { page: bucket.page, error });
      report.rejected.push({ bucket, error });
    }
  }

  if (buckets.length > 0 && report.written === 0) {
    await producer.abort().catch((abortError) => logger.error('abort failed', abortError));
    throw new AggregateError(report.rejected.map(({ error }) => error), 'no bucket was written');
  }
  await producer.commit();
  return report;
}
