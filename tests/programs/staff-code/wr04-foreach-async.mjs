import { promisify } from 'node:util';
import rdkafka from 'node-rdkafka';

const producer = new rdkafka.HighLevelProducer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'coupon-writer',
});
const send = promisify((key, value, cb) => producer.produce('coupons', null, value, key, Date.now(), cb));
const begin = promisify((cb) => producer.beginTransaction(cb));
const commit = promisify((cb) => producer.commitTransaction(10_000, cb));
const abort = promisify((cb) => producer.abortTransaction(10_000, cb));

export const open = async () => {
  await promisify((cb) => producer.connect({}, cb))();
  await promisify((cb) => producer.initTransactions(10_000, cb))();
};

/**
 * @param {{ code: string, percent: number }[]} coupons
 * @param {(coupon: object) => Promise<Buffer>} encode
 */
export async function issueCoupons(coupons, encode) {
  await begin();
  try {
    coupons.forEach(async (coupon) => {
      const value = await encode(coupon);
      await send(coupon.code, value);
    });
  } catch (err) {
    await abort().catch((abortErr) => console.error('coupons: abort failed', abortErr));
    throw err;
  }
  await commit();
}

export const close = () => promisify((cb) => producer.disconnect(cb))();
