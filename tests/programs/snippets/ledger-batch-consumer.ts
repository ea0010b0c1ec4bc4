import { type Consumer, type EachBatchPayload, type Producer, type Transaction } from 'kafkajs';

const GROUP_ID = 'ledger-projection';

async function failWith(tx: Transaction, err: unknown, where: string): Promise<never> {
  console.error('ledger batch failed', where, err);
  try {
    await tx.abort();
  } catch (abortErr) {
    throw new AggregateError([err, abortErr], `ledger batch ${where} left open`);
  }
  throw err;
}

function nextOffset(payload: EachBatchPayload): string {
  return String(BigInt(payload.batch.lastOffset()) + 1n);
}

export class LedgerProjection {
  constructor(
    private readonly consumer: Consumer,
    private readonly producer: Producer,
  ) {}

  start(): Promise<void> {
    return this.consumer.run({ autoCommit: false, eachBatch: (payload) => this.onBatch(payload) });
  }

  private async onBatch(payload: EachBatchPayload): Promise<void> {
    const { topic, partition, messages } = payload.batch;
    if (messages.length === 0) return;

    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'ledger.entries', messages: messages.map(({ key, value }) => ({ key, value })) });
      await tx.sendOffsets({
        consumerGroupId: GROUP_ID,
        topics: [{ topic, partitions: [{ partition, offset: nextOffset(payload) }] }],
      });
    } catch (err) {
      return failWith(tx, err, `${topic}/${partition}`);
    }
    await tx.commit();
    await payload.heartbeat();
  }
}
