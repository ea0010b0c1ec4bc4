// floating variants that are heard
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
type Cb = (e?: unknown) => void;
export async function a(value: string, cb: Cb) {
  const tx = await producer.transaction();
  tx.send({ topic: 't', messages: [{ value }] }).then(() => tx.commit()).then(() => cb(), (e) => { if (tx.isActive()) tx.abort().then(() => cb(e), () => cb(e)); else cb(e); });
}
export function b(value: string, cb: Cb) {
  producer.transaction().then((tx) => tx.send({ topic: 't', messages: [{ value }] }).then(() => tx.commit(), (e) => tx.abort().catch(() => {}).then(() => { throw e; }))).then(() => cb(null), cb);
}
export function c(value: string, cb: Cb) {
  producer.transaction().then((tx) => tx.send({ topic: 't', messages: [{ value }] }).then(() => tx.commit(), (e) => tx.abort().catch(() => {}).then(() => { throw e; }))).then(() => setImmediate(cb), (e) => setImmediate(() => cb(e)));
}
export function d(value: string, cb: Cb) {
  producer.transaction().then((tx) => tx.send({ topic: 't', messages: [{ value }] }).then(() => tx.commit(), (e) => tx.abort().catch(() => {}).then(() => { throw e; }))).catch((e) => queueMicrotask(() => { throw e; }));
}
export function e(value: string) {
  producer.transaction().then((tx) => tx.send({ topic: 't', messages: [{ value }] }).then(() => tx.commit(), (e) => tx.abort().catch(() => {}).then(() => { throw e; }))).catch((e) => { process.exitCode = 1; throw e; });
}
export function f(value: string, ac: AbortController) {
  producer.transaction().then((tx) => tx.send({ topic: 't', messages: [{ value }] }).then(() => tx.commit(), (e) => tx.abort().catch(() => {}).then(() => { throw e; }))).catch((e) => ac.abort(e));
}
