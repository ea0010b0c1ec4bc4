import { Kafka, type Transaction } from 'kafkajs';

export interface Find {
  square: string;
  depthCm: number;
  label: string;
}

class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(private permits: number) {}

  async acquire(): Promise<() => void> {
    if (this.permits > 0) this.permits -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    return () => {
      const next = this.waiting.shift();
      if (next) next();
      else this.permits += 1;
    };
  }
}

const uplink = new Semaphore(2);

const kafka = new Kafka({ clientId: 'fossil-dig', brokers: ['camp-kafka:9092'] });
const producer = kafka.producer({ transactionalId: 'fossil-dig', idempotent: true, maxInFlightRequests: 1 });

async function sendLimited(tx: Transaction, find: Find): Promise<void> {
  const release = await uplink.acquire();
  try {
    await tx.send({ topic: 'dig.finds', messages: [{ key: find.square, value: JSON.stringify(find) }] });
  } finally {
    release();
  }
}

/** Waits until all sends are over, then lets the first failure out. */
async function sendAll(tx: Transaction, finds: Find[]): Promise<void> {
  const outcomes = await Promise.allSettled(finds.map((find) => sendLimited(tx, find)));
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason as unknown);
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${finds.length} finds not sent`);
  }
}

export async function publishDay(finds: Find[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await sendAll(tx, finds);
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('day not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export const connect = (): Promise<void> => producer.connect();
