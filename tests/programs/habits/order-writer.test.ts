import { describe, expect, it, vi } from 'vitest';
import type { Producer, Transaction } from 'kafkajs';
import { OrderWriter } from '../src/order-writer';

const fakeTransaction = (over: Partial<Record<keyof Transaction, unknown>> = {}) =>
  ({
    send: vi.fn().mockResolvedValue([]),
    sendBatch: vi.fn().mockResolvedValue([]),
    sendOffsets: vi.fn().mockResolvedValue(undefined),
    commit: vi.fn().mockResolvedValue(undefined),
    abort: vi.fn().mockResolvedValue(undefined),
    isActive: vi.fn().mockReturnValue(true),
    ...over,
  }) as unknown as Transaction;

const fakeProducer = (tx: Transaction) => ({ transaction: vi.fn().mockResolvedValue(tx) }) as unknown as Producer;

describe('OrderWriter', () => {
  it('commits after the sends', async () => {
    const tx = fakeTransaction();
    await new OrderWriter(fakeProducer(tx)).write({ id: 'o-1', lines: [] });
    expect(tx.commit).toHaveBeenCalledOnce();
    expect(tx.abort).not.toHaveBeenCalled();
  });

  it('aborts and rethrows when a send fails', async () => {
    const boom = new Error('boom');
    const tx = fakeTransaction({ send: vi.fn().mockRejectedValue(boom) });
    await expect(new OrderWriter(fakeProducer(tx)).write({ id: 'o-2', lines: [] })).rejects.toBe(boom);
    expect(tx.abort).toHaveBeenCalledOnce();
    expect(tx.commit).not.toHaveBeenCalled();
  });

  it('keeps the error of the send when the abort fails too', async () => {
    const boom = new Error('boom');
    const tx = fakeTransaction({
      send: vi.fn().mockRejectedValue(boom),
      abort: vi.fn().mockRejectedValue(new Error('abort')),
    });
    await expect(new OrderWriter(fakeProducer(tx)).write({ id: 'o-3', lines: [] })).rejects.toBe(boom);
  });
});
