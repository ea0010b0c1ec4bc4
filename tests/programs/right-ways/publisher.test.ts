import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KafkaJSNumberOfRetriesExceeded, type Producer, type Transaction } from 'kafkajs';

async function publish(producer: Pick<Producer, 'transaction'>, lines: string[]): Promise<number> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'lines', messages: lines.map((value) => ({ value })) });
  } catch (err) {
    await tx.abort().catch(() => undefined);
    throw err;
  }
  await tx.commit();
  return lines.length;
}

describe('publish', () => {
  const tx = { send: vi.fn(), commit: vi.fn(), abort: vi.fn() };
  const producer = { transaction: vi.fn(async () => tx as unknown as Transaction) };
  const spent = new KafkaJSNumberOfRetriesExceeded(new Error('REQUEST_TIMED_OUT'), {
    retryCount: 5,
    retryTime: 9000,
  });

  beforeEach(() => {
    vi.resetAllMocks();
    producer.transaction.mockResolvedValue(tx as unknown as Transaction);
    tx.abort.mockResolvedValue(undefined);
  });

  it('commits what it has sent', async () => {
    await expect(publish(producer, ['a', 'b'])).resolves.toBe(2);
    expect(tx.commit).toHaveBeenCalledOnce();
    expect(tx.abort).not.toHaveBeenCalled();
  });

  it('aborts and rejects with the error of the send', async () => {
    tx.send.mockRejectedValueOnce(spent);
    await expect(publish(producer, ['a'])).rejects.toBe(spent);
    expect(tx.abort).toHaveBeenCalledOnce();
    expect(tx.commit).not.toHaveBeenCalled();
  });

  it('does not let a failed abort hide the error of the send', async () => {
    tx.send.mockRejectedValueOnce(spent);
    tx.abort.mockRejectedValueOnce(new Error('NOT_COORDINATOR_FOR_GROUP'));
    await expect(publish(producer, ['a'])).rejects.toBe(spent);
  });

  it('does not abort after a failed commit', async () => {
    tx.commit.mockRejectedValueOnce(spent);
    await expect(publish(producer, ['a'])).rejects.toBe(spent);
    expect(tx.abort).not.toHaveBeenCalled();
  });
});
