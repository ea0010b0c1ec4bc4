import { Kafka, type Transaction } from 'kafkajs';

interface Repair {
  clock: string;
  movement: string;
  euros: number;
}

interface Ctx {
  repair: Repair;
  tx?: Transaction;
}

type Step = (ctx: Ctx, next: () => Promise<void>) => Promise<void>;

export class RepairFailed extends Error {
  readonly status = 502;
}

const producer = new Kafka({ clientId: 'horology', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'horology-repairs',
  idempotent: true,
  maxInFlightRequests: 1,
});

const pipeline =
  (steps: Step[]) =>
  (repair: Repair): Promise<void> => {
    const ctx: Ctx = { repair };
    const run = (i: number): Promise<void> => (i === steps.length ? Promise.resolve() : steps[i]!(ctx, () => run(i + 1)));
    return run(0);
  };

const translateErrors: Step = async (ctx, next) => {
  try {
    await next();
  } catch (err) {
    console.error(`repair of ${ctx.repair.clock} not booked`, err);
    throw new RepairFailed(`repair of ${ctx.repair.clock} not booked`, { cause: err });
  }
};

const inTransaction: Step = async (ctx, next) => {
  const tx = await producer.transaction();
  ctx.tx = tx;
  try {
    await next();
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('repair not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
};

const book: Step = async ({ tx, repair }, next) => {
  await tx!.send({ topic: 'repairs.booked', messages: [{ key: repair.clock, value: JSON.stringify(repair) }] });
  await next();
};

const charge: Step = async ({ tx, repair }) => {
  if (repair.euros < 0) throw new RangeError('negative price');
  await tx!.send({ topic: 'repairs.charges', messages: [{ key: repair.clock, value: String(repair.euros) }] });
};

export const bookRepair = pipeline([translateErrors, inTransaction, book, charge]);
export const connect = (): Promise<void> => producer.connect();
