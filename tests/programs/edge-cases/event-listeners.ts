// event listeners
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { on, once, EventEmitter } from 'node:events';
const bus = new EventEmitter();
export async function run() {
  for await (const [value] of on(bus, 'x')) {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
  }
}
producer.on(producer.events.DISCONNECT, () => { process.exit(1); });
producer.on('producer.network.request_timeout', (e) => console.warn(e));
const handle = async (value: string) => {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
};
bus.on('y', (value) => { handle(value).catch((e) => bus.emit('error', e)); });
bus.on('z', (value) => { void handle(value).catch((e) => { throw e; }); });
bus.on('w', async (value, cb) => { try { await handle(value); cb(); } catch (e) { cb(e); } });
const timer = setInterval(() => handle('tick').catch((e) => { clearInterval(timer); bus.emit('error', e); }), 1000);
