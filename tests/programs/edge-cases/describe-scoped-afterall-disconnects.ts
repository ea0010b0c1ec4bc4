// describe-scoped, afterAll disconnects
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
describe('x', () => {
  const p = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'x', idempotent: true, maxInFlightRequests: 1 });
  afterAll(async () => { await p.disconnect(); });
  it('sends', async () => {
    const tx = await p.transaction();
    await tx.send({ topic: 't', messages: [{ value: 'x' }] });
    await tx.commit();
  });
});
