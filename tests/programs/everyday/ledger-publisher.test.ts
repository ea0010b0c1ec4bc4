import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Producer, Transaction } from 'kafkajs';

async function postEntry(producer: Producer, account: string, cents: number): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'ledger', messages: [{ key: account, value: String(cents) }] });
  } catch (err) {
    await tx.abort().catch(() => undefined);
    throw err;
  }
  await tx.commit();
}

describe('postEntry', () => {
  let tx: { send: ReturnType<typeof vi.fn>; commit: ReturnType<typeof vi.fn>; abort: ReturnType<typeof vi.fn> };
  let producer: Producer;

  beforeEach(() => {
    tx = {
      send: vi.fn().mockResolvedValue([]),
      commit: vi.fn().mockResolvedValue(undefined),
      abort: vi.fn().mockResolvedValue(undefined),
    };
    producer = { transaction: vi.fn(async () => tx as unknown as Transaction) } as unknown as Producer;
  });

  it('commits what it sent', async () => {
    await postEntry(producer, 'acc-1', 250);
    expect(tx.send).toHaveBeenCalledTimes(1);
    expect(tx.commit).toHaveBeenCalledOnce();
    expect(tx.abort).not.toHaveBeenCalled();
  });

  it('aborts when the send fails', async () => {
    tx.send.mockRejectedValueOnce(new Error('broker down'));
    await expect(postEntry(producer, 'acc-1', 250)).rejects.toThrow('broker down');
    expect(tx.abort).toHaveBeenCalledOnce();
    expect(tx.commit).not.toHaveBeenCalled();
  });

  it('keeps the send error when the abort fails, too', async () => {
    tx.send.mockRejectedValueOnce(new Error('fenced'));
    tx.abort.mockRejectedValueOnce(new Error('still fenced'));
    await expect(postEntry(producer, 'acc-1', 250)).rejects.toThrow('fenced');
  });
});
