import type { Producer, Transaction } from 'kafkajs';

export type Result<T, E = PublishError> = { ok: true; value: T } | { ok: false; error: E };

export class PublishError extends Error {
  constructor(
    readonly code: 'NOT_SENT' | 'IN_DOUBT' | 'NOT_STARTED',
    options: { cause: unknown },
  ) {
    super(`publish failed: ${code}`, options);
    this.name = 'PublishError';
  }
}

const fail = (code: PublishError['code'], cause: unknown) => ({ ok: false as const, error: new PublishError(code, { cause }) });

async function attempt<T>(code: PublishError['code'], step: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await step() };
  } catch (err) {
    return fail(code, err);
  }
}

export async function publishPayout(producer: Producer, payout: { id: string; cents: number }): Promise<Result<string>> {
  let tx: Transaction;
  try {
    tx = await producer.transaction();
  } catch (err) {
    return fail('NOT_STARTED', err);
  }
  const sent = await attempt('NOT_SENT', () =>
    tx.send({ topic: 'payouts', acks: -1, messages: [{ key: payout.id, value: String(payout.cents) }] }),
  );
  if (!sent.ok) {
    const undone = await attempt('NOT_SENT', () => tx.abort());
    return undone.ok ? sent : fail('NOT_SENT', new AggregateError([sent.error, undone.error]));
  }
  const committed = await attempt('IN_DOUBT', () => tx.commit());
  return committed.ok ? { ok: true, value: payout.id } : committed;
}
