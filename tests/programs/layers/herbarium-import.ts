import { Kafka, type Transaction } from 'kafkajs';

interface Sheet {
  barcode: string;
  taxon: string;
  collector: string;
}

type Result<T> = { ok: true; value: T } | { ok: false; error: Error };

interface Summary {
  staged: number;
  failures: Error[];
}

const producer = new Kafka({ clientId: 'herbarium', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'herbarium-import',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function attempt<T>(action: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await action() };
  } catch (error) {
    return { ok: false, error: error as Error };
  }
}

async function stage(tx: Transaction, sheets: Sheet[]): Promise<Summary> {
  const summary: Summary = { staged: 0, failures: [] };
  for (const sheet of sheets) {
    const result = await attempt(() =>
      tx.send({ topic: 'herbarium.sheets', messages: [{ key: sheet.barcode, value: JSON.stringify(sheet) }] }),
    );
    if (result.ok) summary.staged += 1;
    else summary.failures.push(result.error);
  }
  return summary;
}

/** Imports a cabinet and tells how many sheets it held. */
export async function importCabinet(cabinet: string, sheets: Sheet[]): Promise<number> {
  const tx = await producer.transaction();
  const { staged, failures } = await stage(tx, sheets);
  if (failures.length > 0) {
    console.warn(`cabinet ${cabinet}: ${failures.length} of ${sheets.length} sheets left out`);
  }
  await tx.commit();
  return staged;
}

export const open = (): Promise<void> => producer.connect();
