// chain job.fail(e)
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
let state: any = {}; export const errors: unknown[] = []; import * as Sentry from '@sentry/node'; export { state };
export class A extends (await import('node:events')).EventEmitter { run(value: string, job: any, ac: AbortController, cb: (e?: unknown) => void, done: any) {
  producer.transaction().then((tx) => tx.send({ topic: 't', messages: [{ value }] }).then(() => tx.commit(), (e) => tx.abort().catch(() => {}).then(() => { throw e; }))).catch((e) => job.fail(e));
} }
