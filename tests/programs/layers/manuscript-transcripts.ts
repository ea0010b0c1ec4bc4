import { Kafka, type Transaction } from 'kafkajs';

export interface Line {
  page: number;
  text: string;
}

const closing = new AbortController();
const producer = new Kafka({ clientId: 'transcripts', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'transcripts-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function copy(tx: Transaction, work: string, lines: AsyncIterable<Line>, signal: AbortSignal): Promise<number> {
  let copied = 0;
  for await (const line of lines) {
    signal.throwIfAborted();
    await tx.send({ topic: 'transcripts.lines', messages: [{ key: `${work}/${line.page}`, value: line.text }] });
    copied += 1;
  }
  return copied;
}

/**
 * Publishes a transcript as a whole or not at all.
 *
 * @returns the number of lines, or `undefined` if there was none to begin with because the service closes
 */
export async function publish(work: string, lines: AsyncIterable<Line>): Promise<number | undefined> {
  const { signal } = closing;
  if (signal.aborted) {
    return undefined;
  }
  const tx = await producer.transaction();
  let copied: number;
  try {
    copied = await copy(tx, work, lines, signal);
  } catch (err) {
    const stopped = signal.aborted ? 'stopped' : 'failed';
    console.warn(`transcript of ${work} ${stopped}`);
    await tx.abort().catch((abortErr: unknown) => console.error(`${work} not rolled back`, abortErr));
    throw err;
  }
  await tx.commit();
  return copied;
}

export function closeOn(process: NodeJS.Process): void {
  process.once('SIGTERM', () => closing.abort(new Error('the scriptorium closes')));
}

export const connect = (): Promise<void> => producer.connect();
