import type { KafkaJS } from '@confluentinc/kafka-javascript';
import assert from 'node:assert/strict';
import { test } from 'node:test';

type TransactionalProducer = Pick<KafkaJS.Producer, 'transaction' | 'send' | 'commit' | 'abort'>;

class RecordingProducer {
  readonly calls: string[] = [];
  failSend = false;

  async transaction() {
    this.calls.push('begin');
    return this;
  }

  async send() {
    this.calls.push('send');
    if (this.failSend) throw new Error('broken');
    return [];
  }

  async commit() {
    this.calls.push('commit');
  }

  async abort() {
    this.calls.push('abort');
  }
}

export async function publishScore(producer: TransactionalProducer, player: string, score: number): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'scores', messages: [{ key: player, value: String(score) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(abortErr));
    throw err;
  }
  await tx.commit();
}

test('aborts when the send fails', async () => {
  const double = new RecordingProducer();
  double.failSend = true;
  await assert.rejects(publishScore(double as unknown as TransactionalProducer, 'ann', 7), /broken/);
  assert.deepEqual(double.calls, ['begin', 'send', 'abort']);
});
