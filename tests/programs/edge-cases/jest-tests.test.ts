// jest tests
import { Kafka } from 'kafkajs';
jest.mock('kafkajs');
describe('pub', () => {
  const kafka = new Kafka({ brokers: ['b'] });
  const producer = kafka.producer({ transactionalId: 'x', idempotent: true, maxInFlightRequests: 1 });
  it('sends', async () => {
    const tx = { send: jest.fn(), commit: jest.fn(), abort: jest.fn().mockResolvedValue(undefined) };
    (producer.transaction as jest.Mock).mockResolvedValue(tx);
    tx.send.mockRejectedValueOnce(new Error('x'));
    await expect(tx.send({})).rejects.toThrow('x');
    await tx.abort();
    expect(tx.commit).not.toHaveBeenCalled();
  });
  it('integration: abort leaves nothing', async () => {
    const tx = await producer.transaction();
    await tx.send({ topic: 't', messages: [{ value: 'x' }] });
    await tx.abort();
    await expect(tx.commit()).rejects.toThrow();
    await expect(tx.send({ topic: 't', messages: [] })).rejects.toThrow(/ended/);
  });
  afterAll(() => producer.disconnect());
});
