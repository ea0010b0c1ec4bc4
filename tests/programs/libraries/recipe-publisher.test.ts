import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mock } from 'vitest-mock-extended';
import type { Kafka } from 'kafkajs';
import { RecipePublisher } from '../src/recipe-publisher';

const tx = {
  send: vi.fn(),
  sendBatch: vi.fn(),
  commit: vi.fn(),
  abort: vi.fn(),
  isActive: () => true,
};
const producer = { connect: vi.fn(), disconnect: vi.fn(), transaction: vi.fn(async () => tx) };

vi.mock('../src/lib/clock', () => ({ now: () => new Date('2024-02-29T12:00:00Z') }));

describe('RecipePublisher', () => {
  const kafka = mock<Kafka>();
  kafka.producer.mockReturnValue(producer as never);
  let publisher: RecipePublisher;

  beforeEach(async () => {
    vi.clearAllMocks();
    publisher = new RecipePublisher(kafka);
    await publisher.start();
  });

  it('commits what it has sent', async () => {
    await publisher.publish({ slug: 'goulash', servings: 4 });
    expect(tx.send).toHaveBeenCalledWith(expect.objectContaining({ topic: 'recipes' }));
    expect(tx.commit).toHaveBeenCalledOnce();
  });

  it('aborts after a failed send', async () => {
    tx.send.mockRejectedValueOnce(new Error('broker down'));
    await expect(publisher.publish({ slug: 'soup', servings: 2 })).rejects.toThrow('broker down');
    expect(tx.abort).toHaveBeenCalledOnce();
    expect(tx.commit).not.toHaveBeenCalled();
  });

  it('does not abort after a failed commit', async () => {
    tx.commit.mockRejectedValueOnce(new Error('timed out'));
    await publisher.publish({ slug: 'stew', servings: 6 }).catch(() => {});
    expect(tx.abort).not.toHaveBeenCalled();
    tx.commit();
    tx.abort();
    expect(tx.commit).toHaveBeenCalledTimes(2);
  });
});
