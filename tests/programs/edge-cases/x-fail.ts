// x.fail
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const run = async (value: string) => { const tx = await producer.transaction(); try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; } await tx.commit(); };
export function a(job: any) { run('a').catch((e) => job.fail(e)); }
export function b(job: any) { run('a').catch((e) => { job.fail(e); }); }
export function c(job: any) { run('a').then(() => job.ok(), (e) => { job.error(e); }); }
export function d(subject: import('rxjs').Subject<void>) { run('a').then(() => subject.next(), (e) => { subject.error(e); }); }
export function e(stream: import('stream').Writable) { run('a').catch((e) => { stream.destroy(e); }); }
export function f(reply: any) { run('a').then(() => reply.send(), (e) => { reply.code(500).send(e); }); }
export function g(socket: any) { run('a').then(() => {}, (e) => { socket.send(JSON.stringify({ error: e.message })); }); }
export function h(socket: any) { run('a').then(() => {}, (e) => { socket.emit('failed', { message: e.message }); }); }
