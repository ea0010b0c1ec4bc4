// DB + kafka
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { DataSource } from 'typeorm'; import mongoose from 'mongoose'; import { PrismaClient } from '@prisma/client'; import knex from 'knex';
declare const ds: DataSource; const prisma = new PrismaClient(); const db = knex({});
export async function typeorm(v: string) {
  const qr = ds.createQueryRunner(); await qr.startTransaction();
  const tx = await producer.transaction();
  try { await qr.manager.save({ v }); await tx.send({ topic: 't', messages: [{ value: v }] }); await qr.commitTransaction(); }
  catch (e) { await Promise.allSettled([tx.abort(), qr.rollbackTransaction()]); throw e; } finally { await qr.release(); }
  await tx.commit();
}
export async function mongo(v: string) {
  const session = await mongoose.startSession();
  session.startTransaction();
  try { await session.commitTransaction(); } catch (e) { await session.abortTransaction(); console.error(e); } finally { session.endSession(); }
  await prisma.$transaction(async (t) => { await (t as any).x.create({ v }); });
  await db.transaction(async (trx) => { try { await trx('x').insert({ v }); await trx.commit(); } catch (e) { await trx.rollback(e); } });
}
export async function inPrisma(v: string) {
  await prisma.$transaction(async () => {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value: v }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
  });
}
