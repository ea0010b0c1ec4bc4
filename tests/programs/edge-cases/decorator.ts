// decorator
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export function Transactional() {
  return (_t: unknown, _k: string, d: PropertyDescriptor) => {
    const original = d.value;
    d.value = async function (this: unknown, ...args: unknown[]) {
      const tx = await producer.transaction();
      try {
        const r = await original.call(this, tx, ...args);
        await tx.commit();
        return r;
      } catch (e) {
        if (tx.isActive()) { try { await tx.abort(); } catch (a) { (e as Error).cause ??= a; } }
        throw e;
      }
    };
    return d;
  };
}
