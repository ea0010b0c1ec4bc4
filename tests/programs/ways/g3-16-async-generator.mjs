import { Kafka } from 'kafkajs';
import { db } from './db.mjs';

const kafka = new Kafka({ clientId: 'member-export', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'member-export-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function* pagesOf(club, size = 200) {
  for (let after = 0; ; ) {
    const page = await db.members(club, { after, size });
    if (page.length === 0) return;
    yield page;
    after = page.at(-1).id;
  }
}

/** Exports the members of a club, or nothing. */
export async function exportMembers(club, signal) {
  let exported = 0;
  const tx = await producer.transaction();
  try {
    pages: for await (const page of pagesOf(club)) {
      for (const member of page) {
        if (signal.aborted) {
          exported = -1;
          break pages;
        }
        await tx.send({ topic: 'members', messages: [{ key: club, value: JSON.stringify(member) }] });
        exported += 1;
      }
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  if (exported < 0) {
    return { club, cancelled: true };
  }
  await tx.commit();
  return { club, exported };
}
