import { Producer, stringSerializers } from '@platformatic/kafka';
import pino from 'pino';

const log = pino({ name: 'price-broadcast' });

const producer = new Producer({
  clientId: 'price-broadcast',
  bootstrapBrokers: ['kafka-1:9092', 'kafka-2:9092'],
  idempotent: true,
  serializers: stringSerializers,
});

const REGIONS = ['eu', 'us', 'apac'];

function priceMessage(region, price) {
  return {
    topic: `prices.${region}`,
    key: price.sku,
    value: JSON.stringify({ sku: price.sku, amount: price.amounts[region] }),
  };
}

export async function broadcast(prices) {
  const tx = await producer.beginTransaction();

  const outcomes = await Promise.allSettled(
    REGIONS.map((region) => tx.send({ messages: prices.map((price) => priceMessage(region, price)) })),
  );
  outcomes.forEach((outcome, index) => {
    if (outcome.status === 'rejected') {
      log.error({ err: outcome.reason, region: REGIONS[index] }, 'region skipped');
    }
  });

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
  log.info({ prices: prices.length }, 'prices are out');
}
