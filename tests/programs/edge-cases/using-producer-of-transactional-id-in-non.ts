// using producer of transactional id in non-tx only, idempotent random id
import { Kafka } from 'kafkajs'; import { inc, log, wrap, db } from './m.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const idem = kafka.producer({ idempotent: true }); const rnd = kafka.producer({ transactionalId: String(Math.random()) });
export const s = (v: string) => idem.send({ topic: 't', messages: [{ value: v }] });
export const s2 = (v: string) => { idem.send({ topic: 't', messages: [{ value: v }] }).catch(log); void rnd; };
export const s3 = async (v: string) => { try { await idem.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { await idem.send({ topic: 't', messages: [{ value: v }] }); } };
export const s4 = async (v: string) => { for (let i = 0; i < 3; i++) { try { await producer.send({ topic: 't', messages: [{ value: v }] }); return; } catch (e) { log(e); } } };
