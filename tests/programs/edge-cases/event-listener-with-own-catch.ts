// event listener with own catch
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { EventEmitter } from 'node:events';
const bus = new EventEmitter();
bus.on('order', async (v: string) => {
  try {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value: v }] }); }
    catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
  } catch (e) { bus.emit('error', e); }
});
bus.on('order2', (v: string) => {
  void (async () => {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value: v }] }); }
    catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
  })().catch((e) => { bus.emit('error', e); });
});
