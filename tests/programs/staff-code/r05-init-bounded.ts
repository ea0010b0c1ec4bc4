import { RdKafka } from '@confluentinc/kafka-javascript';
import { logger } from './logging';

const { Producer } = RdKafka;

const until = (start: (cb: (err?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => start((err) => (err ? reject(err) : resolve())));

export async function openProducer(brokers: string, id: string) {
  const producer = new Producer({ 'bootstrap.servers': brokers, 'transactional.id': id });
  await until((cb) => producer.connect({}, cb));
  for (let attempt = 1; ; attempt++) {
    try {
      await until((cb) => producer.initTransactions(10_000, cb));
      return producer;
    } catch (err) {
      if (!(err as { isRetriable?: boolean }).isRetriable || attempt === 5) {
        producer.disconnect();
        throw err;
      }
      const wait = 2 ** attempt * 100;
      logger.warn({ err, attempt, wait }, 'initTransactions timed out');
      await new Promise((r) => setTimeout(r, wait));
    }
  }
}

export async function writeAll(
  producer: InstanceType<typeof Producer>,
  records: ReadonlyArray<{ topic: string; key: string; value: Buffer }>,
): Promise<void> {
  await until((cb) => producer.beginTransaction(cb));
  try {
    records.forEach(({ topic, key, value }) => producer.produce(topic, null, value, key, Date.now()));
  } catch (err) {
    await until((cb) => producer.abortTransaction(10_000, cb)).catch((abortErr) =>
      logger.error({ abortErr }, 'abort failed'),
    );
    throw err;
  }
  await until((cb) => producer.commitTransaction(10_000, cb));
}
