import type { Producer } from 'kafkajs';

export interface Reading {
  meter: string;
  litres: number;
}

export type Outcome =
  | { readonly ok: true; readonly written: number }
  | { readonly ok: false; readonly error: unknown };

async function commitOf(tx: { commit(): Promise<void> }, written: number): Promise<Outcome> {
  try {
    await tx.commit();
  } catch (error) {
    return { ok: false, error };
  }
  return { ok: true, written };
}

export async function upload(producer: Producer, readings: Reading[]): Promise<Outcome> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'water.readings',
      messages: readings.map((reading) => ({ key: reading.meter, value: String(reading.litres) })),
    });
  } catch (error) {
    const abortError = await tx.abort().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { ok: false, error: abortError ? new AggregateError([error, abortError]) : error };
  }
  return commitOf(tx, readings.length);
}
