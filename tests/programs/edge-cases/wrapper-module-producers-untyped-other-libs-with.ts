// wrapper module producers untyped, other libs with same names
import { Kafka } from 'kafkajs'; import { inc, log, wrap, db } from './m.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import IORedis from 'ioredis'; import { Pool } from 'pg'; import web3 from 'web3';
export class NotKafka { async transaction() { return { send: async () => {}, commit: async () => {}, abort: async () => {} }; } }
export async function r(redis: IORedis) { const tx = await new NotKafka().transaction(); await tx.send(); tx.commit(); try { await tx.send(); } catch {} await tx.abort(); }
export async function r2(idb: IDBDatabase) { const tx = idb.transaction('x', 'readwrite'); tx.objectStore('x').put(1); tx.commit(); tx.abort(); }
export async function r3(producer: any) { const tx = producer.transaction(); tx.send(1); tx.commit(); }
export async function r4({ producer }: { producer: { transaction(): Promise<any> } }) { const tx = await producer.transaction(); tx.send(1); tx.commit(); }
