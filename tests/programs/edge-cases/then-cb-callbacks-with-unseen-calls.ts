// .then(cb) callbacks with unseen calls
import { Kafka } from 'kafkajs'; import { inc, log, wrap, db } from './m.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const timed3 = <T,>(p: Promise<T>) => p.then((v) => { inc(); return v; }).catch((e: unknown) => { inc(e); throw e; });
const timed4 = async <T,>(p: Promise<T>) => { inc(); const r = await p; inc(); return r; };
const timed5 = async <T,>(f: () => Promise<T>) => { inc(); const p = f(); inc(); try { return await p; } finally { inc(); } };
const timed6 = <T,>(p: Promise<T>) => { p.then(() => inc(), () => inc()); return p; };
const timed7 = <T,>(p: Promise<T>) => { p.catch(() => inc()); return p; };
const timed8 = <T,>(p: Promise<T>) => { void p.finally(() => inc()).catch(() => {}); return p; };
const timed9 = <T,>(p: Promise<T>, ms: number) => Promise.race([p, new Promise<never>((_, rej) => setTimeout(rej, ms, new Error('late')))]);
const timedA = <T,>(p: Promise<T>, ms: number) => { let t: NodeJS.Timeout; return Promise.race([p, new Promise<never>((_, rej) => { t = setTimeout(() => rej(new Error('late')), ms); })]).finally(() => clearTimeout(t)); };
export async function a3(v: string) { const tx = await timed3(producer.transaction()); try { await timed3(tx.send({ topic: 't', messages: [{ value: v }] })); } catch (e) { await tx.abort().catch(() => {}); throw e; } await timed3(tx.commit()); }
export async function a4(v: string) { const tx = await producer.transaction(); try { await timed4(tx.send({ topic: 't', messages: [{ value: v }] })); } catch (e) { await tx.abort().catch(() => {}); throw e; } await timed4(tx.commit()); }
export async function a5(v: string) { const tx = await producer.transaction(); try { await timed5(() => tx.send({ topic: 't', messages: [{ value: v }] })); } catch (e) { await tx.abort().catch(() => {}); throw e; } await timed5(() => tx.commit()); }
export async function a6(v: string) { const tx = await producer.transaction(); try { await timed6(tx.send({ topic: 't', messages: [{ value: v }] })); } catch (e) { await tx.abort().catch(() => {}); throw e; } await timed6(tx.commit()); }
export async function a7(v: string) { const tx = await producer.transaction(); try { await timed7(tx.send({ topic: 't', messages: [{ value: v }] })); } catch (e) { await tx.abort().catch(() => {}); throw e; } await timed7(tx.commit()); }
export async function a8(v: string) { const tx = await producer.transaction(); try { await timed8(tx.send({ topic: 't', messages: [{ value: v }] })); } catch (e) { await tx.abort().catch(() => {}); throw e; } await timed8(tx.commit()); }
export async function a9(v: string) { const tx = await producer.transaction(); try { await timed9(tx.send({ topic: 't', messages: [{ value: v }] }), 10); } catch (e) { await tx.abort().catch(() => {}); throw e; } await tx.commit(); }
export async function aA(v: string) { const tx = await producer.transaction(); try { await timedA(tx.send({ topic: 't', messages: [{ value: v }] }), 10); } catch (e) { await tx.abort().catch(() => {}); throw e; } await tx.commit(); }
