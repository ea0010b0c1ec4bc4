import { type Producer, type Transaction } from 'kafkajs';

type Match = { round: number; home: string; away: string };

async function withTransaction<T>(producer: Producer, fn: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await producer.transaction();
  const result = await fn(tx).catch(async (err: unknown) => {
    await tx.abort().catch((abortErr) => console.error('not rolled back', abortErr));
    throw err;
  });
  await tx.commit();
  return result;
}

export class Brackets {
  constructor(readonly producer: Producer) {}

  publish(matches: Match[]): Promise<number> {
    return withTransaction(this.producer, async (tx) => {
      let published = 0;
      for (const match of matches) {
        try {
          await tx.send({ topic: 'brackets', messages: [{ key: String(match.round), value: JSON.stringify(match) }] });
          published++;
        } catch (err: any) {
          if (err.type !== 'RECORD_LIST_TOO_LARGE') throw err;
          console.warn('match left out', match);
        }
      }
      return published;
    });
  }
}
