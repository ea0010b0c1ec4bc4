import { setTimeout as sleep } from 'node:timers/promises';
import type { Producer } from 'kafkajs';

export interface Deposit {
  accession: string;
  genus: string;
  seeds: number;
}

enum Decision {
  TryAgain,
  Rejected,
  Replace,
}

function decide(err: unknown): Decision {
  const { type } = ((err as Error).cause ?? err) as { type?: string };
  switch (type) {
    case 'REQUEST_TIMED_OUT':
    case 'NOT_LEADER_FOR_PARTITION':
      return Decision.TryAgain;
    case 'TOPIC_AUTHORIZATION_FAILED':
    case 'INVALID_TOPIC_EXCEPTION':
      return Decision.Rejected;
    case 'PRODUCER_FENCED':
    default:
      return Decision.Replace;
  }
}

async function send(producer: Producer, deposits: Deposit[]): Promise<Decision | undefined> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'vault.deposits',
      messages: deposits.map((d) => ({ key: d.accession, value: JSON.stringify(d) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      await producer.disconnect();
      throw new AggregateError([err, abortErr], 'deposits not rolled back');
    }
    switch (decide(err)) {
      case Decision.TryAgain:
        return Decision.TryAgain;
      case Decision.Rejected:
        throw new Error('the vault is not set up for these deposits', { cause: err });
      case Decision.Replace:
        await producer.disconnect();
        throw err;
    }
  }
  await tx.commit();
  return undefined;
}

export async function deposit(producer: Producer, deposits: Deposit[]): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    if ((await send(producer, deposits)) === undefined) return;
    await sleep(attempt * 400);
  }
  throw new Error('the vault does not answer');
}
