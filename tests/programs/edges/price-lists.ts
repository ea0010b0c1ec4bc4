import { promisify } from 'node:util';
import * as Kafka from 'node-rdkafka';
import { log, statsd } from './observability';

interface PriceList {
  market: string;
  prices: Record<string, number>;
}

const TIMEOUT = 15_000;

export const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.BROKERS,
  'transactional.id': 'price-lists-eu',
  'enable.idempotence': true,
});

const begin = promisify(producer.beginTransaction.bind(producer)) as () => Promise<void>;
const commit = promisify(producer.commitTransaction.bind(producer)) as (ms: number) => Promise<void>;
const abort = promisify(producer.abortTransaction.bind(producer)) as (ms: number) => Promise<void>;

function put(list: PriceList): number {
  const entries = Object.entries(list.prices);
  for (const [sku, price] of entries) {
    producer.produce('prices', null, Buffer.from(price.toFixed(2)), `${list.market}:${sku}`, Date.now());
  }
  return entries.length;
}

function staged(list: PriceList): Promise<number> {
  return Promise.resolve()
    .then(() => put(list))
    .catch((err) =>
      abort(TIMEOUT)
        .catch((abortErr) => log.error('abort failed', abortErr))
        .then(() => {
          throw err;
        }),
    );
}

export function refresh(list: PriceList): Promise<void> {
  const started = process.hrtime.bigint();
  return begin()
    .then(() => staged(list))
    .then((count) => commit(TIMEOUT).then(() => statsd.gauge('prices.published', count)))
    .catch((err: Kafka.LibrdKafkaError) => {
      statsd.increment('prices.failed', { code: String(err.code) });
      log.error(`price list of ${list.market} was not published`, err);
    })
    .finally(() => {
      statsd.timing('prices.refresh', Number(process.hrtime.bigint() - started) / 1e6);
    });
}
