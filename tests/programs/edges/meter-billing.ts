import { promisify } from 'node:util';
import { Producer, type LibrdKafkaError } from 'node-rdkafka';
import { metrics } from './metrics';

export type Invoice = { meter: string; period: string; cents: number };

const producer = new Producer({
  'metadata.broker.list': process.env.KAFKA ?? 'localhost:9092',
  'transactional.id': `meter-billing-${process.env.REGION}`,
  'enable.idempotence': true,
});

const init = promisify<number, void>(producer.initTransactions.bind(producer));
const begin = promisify<void>(producer.beginTransaction.bind(producer));
const commit = promisify<number, void>(producer.commitTransaction.bind(producer));
const abort = promisify<number, void>(producer.abortTransaction.bind(producer));

async function rollBack(cause: unknown, round = 0): Promise<never> {
  try {
    await abort(10_000);
  } catch (abortErr) {
    const { isRetriable } = abortErr as LibrdKafkaError;
    if (isRetriable && round < 3) {
      metrics.increment('billing.abort.resumed');
      return rollBack(cause, round + 1);
    }
    throw new AggregateError([cause, abortErr], 'invoices were not rolled back');
  }
  throw cause;
}

function enqueue(invoice: Invoice): void {
  const value = Buffer.from(JSON.stringify(invoice));
  producer.produce('billing.invoices', null, value, invoice.meter, Date.now());
}

export async function bill(invoices: readonly Invoice[]): Promise<void> {
  await begin();
  try {
    invoices.forEach(enqueue);
  } catch (err) {
    return rollBack(err);
  }
  try {
    await commit(30_000);
  } catch (err) {
    if ((err as LibrdKafkaError).isTxnRequiresAbort) return rollBack(err);
    throw err;
  }
  metrics.gauge('billing.invoices', invoices.length);
}

export async function open(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    producer.once('ready', () => resolve());
    producer.connect({}, (err) => (err ? reject(err) : undefined));
  });
  await init(30_000);
}
