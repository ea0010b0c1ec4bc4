import type { Producer } from 'kafkajs';
import { pager } from './pager';

export interface Contribution {
  member: string;
  month: string;
  cents: number;
}

export async function post(producer: Producer, contributions: Contribution[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'pension.ledger',
      messages: contributions.map((c) => ({ key: c.member, value: `${c.month};${c.cents}` })),
    });
  } catch (err: any) {
    if (err.type === 'REQUEST_TIMED_OUT') {
      pager.notify('pension ledger: the broker is slow');
    }
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}
