import { Kafka } from 'kafkajs';

interface Feeding {
  starter: string;
  flourGrams: number;
  waterGrams: number;
}

/** An unbounded mailbox: `post` never waits, iterating ends with `close`. */
class Mailbox<T> implements AsyncIterable<T> {
  private readonly letters: T[] = [];
  private wake: (() => void) | undefined;
  private closed = false;

  post(letter: T): void {
    this.letters.push(letter);
    this.wake?.();
  }

  close(): void {
    this.closed = true;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    while (!this.closed || this.letters.length > 0) {
      if (this.letters.length > 0) yield this.letters.shift()!;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

const mailbox = new Mailbox<Feeding>();
const producer = new Kafka({ clientId: 'sourdough', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'sourdough-starters',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function act(feeding: Feeding): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'sourdough.feedings', messages: [{ key: feeding.starter, value: JSON.stringify(feeding) }] });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('feeding not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

/** The actor. It lets the process die with it: the orchestrator starts another one. */
async function live(): Promise<void> {
  await producer.connect();
  for await (const feeding of mailbox) {
    try {
      await act(feeding);
    } catch (err) {
      console.error('the actor dies', err);
      process.exit(1);
    }
  }
  await producer.disconnect();
}

export const feed = (feeding: Feeding): void => mailbox.post(feeding);
export const stop = (): void => mailbox.close();
export const done = live();
