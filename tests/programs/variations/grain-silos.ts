import { Kafka, type Transaction } from 'kafkajs';

class BrokenScale extends Error {
  constructor(readonly silo: string) {
    super(`the scale of silo ${silo} is broken`);
  }
}

interface Level {
  silo: string;
  tonnes: number | null;
}

const producer = new Kafka({ clientId: 'silos', brokers: ['farm:9092'] }).producer({
  transactionalId: 'grain-silos',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function writeLevels(tx: Transaction, levels: Level[]): Promise<void> {
  for (const { silo, tonnes } of levels) {
    if (tonnes === null) throw new BrokenScale(silo);
    await tx.send({ topic: 'silos.levels', messages: [{ key: silo, value: tonnes.toFixed(1) }] });
  }
}

/** Gives the silo whose scale needs a mechanic, if there is one; nothing is written then. */
export async function publishLevels(levels: Level[]): Promise<string | undefined> {
  const tx = await producer.transaction();
  try {
    await writeLevels(tx, levels);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'levels not rolled back');
    }
    if (err instanceof BrokenScale) {
      console.warn(err.message);
      return err.silo;
    }
    throw err;
  }
  await tx.commit();
  return undefined;
}

export const connect = (): Promise<void> => producer.connect();
