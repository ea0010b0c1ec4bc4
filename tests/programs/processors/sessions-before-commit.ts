import { Producer, stringSerializers } from '@platformatic/kafka';
import type { Logger } from 'pino';

export interface Observation {
  buoy: string;
  at: string;
  metres: number;
}

export class CommitInDoubt extends Error {
  override readonly name = 'CommitInDoubt';
}

const SESSIONS = 3;

const open = (sea: string) =>
  new Producer({
    clientId: `buoys-${sea}`,
    bootstrapBrokers: ['sea-kafka:9092'],
    idempotent: true,
    transactionalId: `buoys-${sea}`,
    serializers: stringSerializers,
  });

async function session(sea: string, observations: Observation[], log: Logger): Promise<void> {
  const producer = open(sea);
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: observations.map((o) => ({ topic: 'buoys', key: o.buoy, value: `${o.at};${o.metres}` })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => log.warn({ abortErr }, 'abort failed'));
      throw err;
    }
    try {
      await tx.commit();
    } catch (cause) {
      throw new CommitInDoubt(`${observations.length} observations may be stored`, { cause });
    }
  } finally {
    await producer.close(true).catch((closeErr: unknown) => log.warn({ closeErr }, 'close failed'));
  }
}

/** A new session, with a new producer, for whatever failed before the commit; never for the commit. */
export async function store(sea: string, observations: Observation[], log: Logger): Promise<void> {
  const errors: unknown[] = [];
  while (errors.length < SESSIONS) {
    try {
      return await session(sea, observations, log);
    } catch (err) {
      if (err instanceof CommitInDoubt) throw err;
      errors.push(err);
      log.warn({ err }, `session ${errors.length} failed`);
    }
  }
  throw new AggregateError(errors, 'observations not stored');
}
