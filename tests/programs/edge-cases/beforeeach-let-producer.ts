// beforeEach-let producer
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
describe('x', () => {
  let p;
  beforeEach(async () => { p = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'x', idempotent: true, maxInFlightRequests: 1 }); await p.connect(); });
  afterEach(() => p.disconnect());
  it('sends', async () => {
    const tx = await p.transaction();
    await tx.send({ topic: 't', messages: [{ value: 'x' }] });
    await tx.commit();
  });
  it('aborts', async () => {
    const tx = await p.transaction();
    await tx.send({ topic: 't', messages: [{ value: 'x' }] });
    await tx.abort();
    expect(tx.isActive()).toBe(false);
    expect(() => tx.commit()).rejects.toThrow();
    await expect(async () => { await tx.commit(); }).rejects.toThrow();
    await expect(() => tx.abort()).rejects.toThrow();
  });
});
