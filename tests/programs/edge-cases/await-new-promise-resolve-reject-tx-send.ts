// await new Promise((resolve, reject) => { tx.send({ topic: 't', messages: [{ value }] }).then(resolve, reject); });
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import pTimeout from 'p-timeout'; import { helper } from './h.js'; import Bluebird from 'bluebird';
export async function a(value: string, values: string[]) {
  const tx = await producer.transaction();
  try { await new Promise((resolve, reject) => { tx.send({ topic: 't', messages: [{ value }] }).then(resolve, reject); }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
