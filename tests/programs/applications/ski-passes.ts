import type { Producer, ProducerRecord } from 'kafkajs';

type PassKind = 'day' | 'week' | 'season';

export type Pass = {
  serial: string;
  kind: PassKind;
  holder: { name: string; born: string };
  validFrom: string;
};

const PRICE: Record<PassKind, number> = { day: 6500, week: 32000, season: 98000 };

function issued(passes: Pass[]): ProducerRecord {
  return {
    topic: 'ski.passes.issued',
    messages: passes.map((p) => ({ key: p.serial, value: JSON.stringify(p) })),
  };
}

function booked(passes: Pass[]): ProducerRecord {
  return {
    topic: 'ski.revenue',
    messages: passes.map((p) => ({ key: p.kind, value: String(PRICE[p.kind]) })),
  };
}

export async function issue(producer: Producer, passes: Pass[]): Promise<number> {
  const tx = await producer.transaction();
  let done = false;
  try {
    await tx.send(issued(passes));
    await tx.send(booked(passes));
    await tx.commit();
    done = true;
  } finally {
    if (!done) {
      await tx.abort().catch((abortErr: unknown) => {
        console.error('could not roll the passes back', abortErr);
      });
    }
  }
  return passes.length;
}
