// surfacing via sinks
import { Kafka } from 'kafkajs'; import { inc, log, wrap, db } from './m.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { Subject, ReplaySubject } from 'rxjs'; import { ok, err, type Result } from 'neverthrow'; import { Readable } from 'node:stream'; import { z } from 'zod'; import { Left, Right } from 'purify-ts';
async function run(v: string) { const tx = await producer.transaction(); try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; } await tx.commit(); }
export const s = new Subject<Result<void, unknown>>();
export const a = async (v: string) => { try { await run(v); s.next(ok(undefined)); } catch (e) { s.next(err(e)); } };
export const b = async (v: string) => { try { await run(v); return Right(v); } catch (e) { return Left(e); } };
export const c = async (v: string, r: Readable) => { try { await run(v); } catch (e) { r.destroy(e as Error); } };
export const d = async (v: string) => { try { await run(v); } catch (e) { await db.insert({ failed: v, error: String(e) }); } };
export const f = async (v: string) => { try { await run(v); return { status: 'ok' as const }; } catch (e) { return { status: 'error' as const, reason: (e as Error).message }; } };
export const g = async (v: string) => { let error: unknown; try { await run(v); } catch (e) { error = e; } return { v, error }; };
export const h = async function* (vs: string[]) { for (const v of vs) { try { await run(v); yield { v }; } catch (error) { yield { v, error }; return; } } };
export const i = async (v: string, ws: WebSocket) => { try { await run(v); } catch (e) { ws.close(1011, (e as Error).message); } };
export const j = async (v: string) => { const [e] = await run(v).then((r) => [null, r], (x) => [x, null]); if (e) throw e; };
export const k = async (v: string, ctx: { failures: unknown[] }) => { try { await run(v); } catch (e) { ctx.failures.push(e); } };
export const l = async (v: string, m: Map<string, unknown>) => { try { await run(v); } catch (e) { m.set(v, e); } };
export const m2 = async (v: string) => { try { await run(v); } catch (e) { throw wrap(e); } };
export const n = async (v: string) => { try { await run(v); } catch (e) { wrap(e); } };
export const o = async (v: string) => { const r = await Promise.allSettled([run(v)]); return r; };
export const p = (v: string) => run(v).then(() => ({ ok: true }), (e) => ({ ok: false, e }));
export const q = async (v: string) => { try { await run(v); } catch (e) { const x = new Error('x', { cause: e }); Error.captureStackTrace(x); throw x; } };
export class R { status = 'ok'; error: unknown; async go(v: string) { try { await run(v); } catch (e) { Object.assign(this, { status: 'failed', error: e }); } } }
export const t = async (v: string) => run(v).catch((e) => { if (e instanceof Error) e.message = 'x ' + e.message; return Promise.reject(e); });
export const u = async (v: string) => { try { await run(v); } catch { await producer.disconnect(); } };
export const w = async (v: string) => { try { await run(v); } catch (e) { console.error(e); throw new Error('failed'); } };
export const x = async (v: string) => { try { await run(v); } catch (e) { process.kill(process.pid); } };
export const y = async (v: string) => { try { await run(v); } catch (e) { process.abort(); } };
export const z2 = async (v: string) => { try { await run(v); } catch (e) { queueMicrotask(() => { throw e; }); } };
