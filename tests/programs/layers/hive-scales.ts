import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJSNumberOfRetriesExceeded, type Producer, type Transaction } from 'kafkajs';

interface Weighing {
  hive: string;
  grams: number;
  at: string;
}

interface RetryPolicy {
  readonly attempts: number;
  when(err: unknown): boolean;
}

/** The link between the apiary and the cluster is a mobile one. */
const flakyUplink: RetryPolicy = {
  attempts: 4,
  when: (err) => err instanceof KafkaJSNumberOfRetriesExceeded,
};

async function persist<T>(policy: RetryPolicy, task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (err) {
      if (attempt >= policy.attempts || !policy.when(err)) {
        throw err;
      }
      await sleep(attempt * 200);
    }
  }
}

class HiveLedger {
  constructor(private readonly tx: Transaction, private readonly apiary: string) {}

  async enter(weighing: Weighing): Promise<void> {
    await persist(flakyUplink, () =>
      this.tx.send({
        topic: 'apiary.weighings',
        messages: [{ key: `${this.apiary}/${weighing.hive}`, value: JSON.stringify(weighing) }],
      }),
    );
  }
}

export async function closeDay(producer: Producer, apiary: string, day: Weighing[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    const ledger = new HiveLedger(tx, apiary);
    for (const weighing of day) {
      await ledger.enter(weighing);
    }
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('day not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}
