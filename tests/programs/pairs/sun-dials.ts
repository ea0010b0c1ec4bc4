import type { Producer } from 'kafkajs';

export interface Shadow {
  dial: string;
  hour: number;
  degrees: number;
}

export interface Options {
  /** Writes everything, then takes it back: shows whether the brokers would accept it. */
  rehearse?: boolean;
}

export async function publishShadows(producer: Producer, shadows: Shadow[], { rehearse = false }: Options = {}) {
  const tx = await producer.transaction();

  try {
    await tx.send({
      topic: 'dials.shadows',
      messages: shadows.map((s) => ({ key: s.dial, value: `${s.hour}:${s.degrees}` })),
    });
  } catch (err) {
    // never rejects, so that the caller sees what went wrong first
    await Promise.allSettled([tx.abort()]);
    throw err;
  }

  if (rehearse) {
    await tx.abort();
    return { accepted: shadows.length, published: 0 };
  }

  await tx.commit();
  return { accepted: shadows.length, published: shadows.length };
}
