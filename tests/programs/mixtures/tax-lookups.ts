import { circuitBreaker, ConsecutiveBreaker, ExponentialBackoff, handleAll, handleWhen, retry, wrap } from 'cockatiel';
import { request } from 'undici';
import { Kafka } from 'kafkajs';

class UpstreamBusy extends Error {}

const httpPolicy = retry(
  handleWhen((err) => err instanceof UpstreamBusy),
  { maxAttempts: 4, backoff: new ExponentialBackoff({ initialDelay: 50 }) },
);
const kafkaBreaker = circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(3) });
const lookupPolicy = wrap(circuitBreaker(handleAll, { halfOpenAfter: 5_000, breaker: new ConsecutiveBreaker(5) }), httpPolicy);

const producer = new Kafka({ clientId: 'tax', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'tax-lookups',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function rateOf(country: string): Promise<number> {
  const { statusCode, body } = await request(`https://tax.internal/rates/${country}`);
  if (statusCode === 429 || statusCode >= 500) {
    await body.dump();
    throw new UpstreamBusy(String(statusCode));
  }
  const { rate } = (await body.json()) as { rate: number };
  return rate;
}

async function publish(invoices: Array<{ id: string; country: string; net: number }>): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const { id, country, net } of invoices) {
      const rate = await lookupPolicy.execute(() => rateOf(country));
      await tx.send({ topic: 'invoices.taxed', messages: [{ key: id, value: String(net * (1 + rate)) }] });
    }
  } catch (err) {
    await tx.abort().catch((e) => console.error('abort failed', e));
    throw err;
  }
  await tx.commit();
}

// the breaker counts, it does not repeat
export const publishTaxed = (invoices: Parameters<typeof publish>[0]): Promise<void> =>
  kafkaBreaker.execute(() => publish(invoices));

export const open = (): Promise<void> => producer.connect();
