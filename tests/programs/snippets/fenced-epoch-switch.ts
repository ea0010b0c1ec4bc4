import { KafkaJSProtocolError, type Producer, type Transaction } from 'kafkajs';

enum Verdict {
  Fenced,
  Misconfigured,
  Other,
}

function classify(err: unknown): Verdict {
  const root = err instanceof Error && err.cause instanceof Error ? err.cause : err;
  if (!(root instanceof KafkaJSProtocolError)) return Verdict.Other;
  switch (root.type) {
    case 'INVALID_PRODUCER_EPOCH':
    case 'INVALID_PRODUCER_ID_MAPPING':
      return Verdict.Fenced;
    case 'TOPIC_AUTHORIZATION_FAILED':
    case 'INVALID_TOPIC_EXCEPTION':
      return Verdict.Misconfigured;
    default:
      return Verdict.Other;
  }
}

async function undo(tx: Transaction, producer: Producer, err: unknown): Promise<void> {
  if (classify(err) === Verdict.Fenced) {
    await producer.disconnect();
    return;
  }
  await tx.abort();
}

export async function publishBids(producer: Producer, bids: ReadonlyArray<[string, number]>): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'bids', messages: bids.map(([lot, eur]) => ({ key: lot, value: `${eur}` })) });
  } catch (err) {
    if (classify(err) === Verdict.Misconfigured) console.error('check the ACLs of topic bids');
    await undo(tx, producer, err).catch((undoErr: unknown) => console.error('undo failed', undoErr));
    throw err;
  }
  await tx.commit();
}
