'use strict';

const { Kafka } = require('kafkajs');
const { readFile } = require('fs/promises');

const kafka = new Kafka({ clientId: 'coupon-export', brokers: ['kafka:9092'] });
const producer = kafka.producer({ transactionalId: 'coupon-export', idempotent: true, maxInFlightRequests: 1 });

const parse = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(','))
    .map(([code, percent, until]) => ({ code, percent: Number(percent), until }));

async function exportCoupons(file) {
  const coupons = parse(await readFile(file, 'utf8'));
  await producer.connect();
  try {
    const tx = await producer.transaction();
    try {
      coupons.forEach(async (coupon) => {
        await tx.send({ topic: 'coupons', messages: [{ key: coupon.code, value: JSON.stringify(coupon) }] });
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
    console.log(`${coupons.length} coupons exported`);
  } finally {
    await producer.disconnect();
  }
}

exportCoupons(process.argv[2]).catch((err) => {
  console.error(err);
  process.exit(1);
});
