import type { Producer, Transaction } from 'kafkajs';

export interface Change {
  chip: string;
  owner: string;
  clerk: string;
}

interface Context {
  readonly tx: Transaction;
  readonly change: Change;
}

type Next = () => Promise<void>;
type Middleware = (ctx: Context, next: Next) => Promise<void>;

const chain =
  (...layers: Middleware[]) =>
  (ctx: Context): Promise<void> =>
    layers.reduceRight<Next>((next, layer) => () => layer(ctx, next), async () => {})();

/** Every change of a passport leaves a trace of who made it. */
const audited =
  (producer: Producer): Middleware =>
  async ({ change }, next) => {
    await next();
    await producer.send({
      topic: 'horses.audit',
      messages: [{ key: change.chip, value: `${change.clerk} ${new Date().toISOString()}` }],
    });
  };

const validated: Middleware = async ({ change }, next) => {
  if (!/^\d{15}$/.test(change.chip)) {
    throw new RangeError(`${change.chip} is no chip number`);
  }
  await next();
};

const written: Middleware = async ({ tx, change }) => {
  await tx.send({ topic: 'horses.passports', messages: [{ key: change.chip, value: JSON.stringify(change) }] });
};

export function registry(producer: Producer): (change: Change) => Promise<void> {
  const handle = chain(audited(producer), validated, written);

  return async (change) => {
    const tx = await producer.transaction();
    try {
      await handle({ tx, change });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `passport ${change.chip} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
  };
}
