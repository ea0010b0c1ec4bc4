import { Kafka, type Transaction } from 'kafkajs';

interface Rehearsal {
  choir: string;
  startsAt: Date;
  pieces: string[];
}

const kafka = new Kafka({ clientId: 'choir-rehearsals', brokers: ['music-kafka:9092'] });

const producer = kafka.producer({
  transactionalId: 'choir-rehearsals',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function announce(tx: Transaction, rehearsals: Rehearsal[]): Promise<void> {
  await Promise.all(
    rehearsals.map((rehearsal) => {
      const value = JSON.stringify({ ...rehearsal, startsAt: rehearsal.startsAt.toISOString() });
      tx.send({ topic: 'choirs.rehearsals', messages: [{ key: rehearsal.choir, value }] });
    }),
  );
}

async function count(tx: Transaction, rehearsals: Rehearsal[]): Promise<void> {
  const pieces = new Set(rehearsals.flatMap((rehearsal) => rehearsal.pieces));
  await tx.send({
    topic: 'choirs.repertoire',
    messages: [...pieces].map((piece) => ({ key: piece, value: '1' })),
  });
}

export async function publishWeek(rehearsals: Rehearsal[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await announce(tx, rehearsals);
    await count(tx, rehearsals);
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('rehearsals: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export const lifecycle = {
  start: () => producer.connect(),
  stop: () => producer.disconnect(),
} satisfies Record<string, () => Promise<void>>;
