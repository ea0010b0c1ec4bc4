import { Kafka, type Transaction } from 'kafkajs';

class PoisonRecord extends Error {
  constructor(readonly id: string, readonly problem: string) {
    super(`record ${id}: ${problem}`);
  }
}

interface Raw {
  id: string;
  iban?: string;
  amount?: string;
}

function encode(raw: Raw): string {
  if (!raw.iban) throw new PoisonRecord(raw.id, 'no account');
  if (!/^-?\d+(\.\d\d)?$/.test(raw.amount ?? '')) throw new PoisonRecord(raw.id, 'no amount');
  return JSON.stringify({ account: raw.iban, amount: raw.amount });
}

async function sendAll(tx: Transaction, records: Raw[]): Promise<PoisonRecord[]> {
  const poison: PoisonRecord[] = [];
  for (const record of records) {
    try {
      await tx.send({ topic: 'postings', messages: [{ key: record.id, value: encode(record) }] });
    } catch (err) {
      if (!(err instanceof PoisonRecord)) {
        throw err;
      }
      poison.push(err);
    }
  }
  if (poison.length > 0) {
    await tx.send({
      topic: 'postings.rejected',
      messages: poison.map(({ id, problem }) => ({ key: id, value: problem })),
    });
  }
  return poison;
}

export async function post(kafka: Kafka, records: Raw[]): Promise<number> {
  const producer = kafka.producer({ transactionalId: 'postings-0', idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  try {
    const tx = await producer.transaction();
    let poison: PoisonRecord[];
    try {
      poison = await sendAll(tx, records);
    } catch (err) {
      await tx.abort().catch((e) => console.error('postings: abort failed', e));
      throw err;
    }
    await tx.commit();
    return records.length - poison.length;
  } finally {
    await producer.disconnect();
  }
}
