import kafkajs, { type Kafka, type Producer, type Transaction } from 'kafkajs';
import retry from 'async-retry';

const { KafkaJSNumberOfRetriesExceeded } = kafkajs;

enum Health {
  Up = 'UP',
  Degraded = 'DEGRADED',
  Down = 'DOWN',
}

const COORDINATOR_BUSY: readonly string[] = [
  'CONCURRENT_TRANSACTIONS',
  'GROUP_LOAD_IN_PROGRESS',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
];

/** kafkajs wraps what it has retried in vain; the protocol error is the cause. */
function coordinatorBusy(err: unknown): boolean {
  if (!(err instanceof KafkaJSNumberOfRetriesExceeded)) return false;
  const { cause } = err as { cause?: { type?: string } };
  return cause?.type !== undefined && COORDINATOR_BUSY.includes(cause.type);
}

export function createWriter(kafka: Kafka, table: string) {
  let health = Health.Up;
  const producer: Producer = kafka.producer({
    transactionalId: `cdc-${table}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  const begin = (): Promise<Transaction> =>
    retry(
      async (bail) => {
        try {
          return await producer.transaction();
        } catch (err) {
          health = Health.Degraded;
          if (coordinatorBusy(err)) throw err;
          // async-retry goes on if the function throws after bail()
          bail(err as Error);
          return undefined as never;
        }
      },
      { retries: 5, factor: 2, minTimeout: 200 },
    );

  async function write(changes: AsyncIterable<{ lsn: string; row: object }>): Promise<string | undefined> {
    let lsn: string | undefined;
    const tx = await begin();
    try {
      for await (const change of changes) {
        await tx.send({ topic: `cdc.${table}`, messages: [{ key: change.lsn, value: JSON.stringify(change.row) }] });
        lsn = change.lsn;
      }
    } catch (err) {
      health = Health.Down;
      await tx.abort().catch(console.error);
      throw err;
    }
    await tx.commit().catch((err) => {
      health = Health.Down;
      throw err;
    });
    health = Health.Up;
    return lsn;
  }

  return { write, connect: () => producer.connect(), health: () => health };
}
