import { Kafka, type Transaction } from 'kafkajs';

class Result<T> {
  private constructor(
    private readonly value: T | undefined,
    readonly error: unknown,
    readonly failed: boolean,
  ) {}

  static async of<T>(work: () => Promise<T>): Promise<Result<T>> {
    try {
      return new Result(await work(), undefined, false);
    } catch (error) {
      return new Result<T>(undefined, error, true);
    }
  }

  unwrap(): T {
    if (this.failed) throw this.error;
    return this.value as T;
  }
}

const counts = new Kafka({ clientId: 'herons', brokers: ['wetland-kafka:9092'] }).producer({
  transactionalId: 'heron-counts',
  idempotent: true,
  maxInFlightRequests: 1,
});

const write = (tx: Transaction, colony: string, nests: number[]) =>
  Result.of(() =>
    tx.send({
      topic: 'herons.nests',
      messages: nests.map((young, nest) => ({ key: `${colony}-${nest}`, value: String(young) })),
    }),
  );

export async function reportColony(colony: string, nests: number[]): Promise<number> {
  const tx = (await Result.of(() => counts.transaction())).unwrap();

  const written = await write(tx, colony, nests);
  if (written.failed) {
    const aborted = await Result.of(() => tx.abort());
    if (aborted.failed) {
      throw new AggregateError([written.error, aborted.error], `${colony}: neither written nor rolled back`);
    }
    written.unwrap();
  }

  (await Result.of(() => tx.commit())).unwrap();
  return nests.length;
}

export const connect = (): Promise<void> => counts.connect();
