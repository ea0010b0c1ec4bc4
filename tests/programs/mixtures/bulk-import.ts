import { setTimeout as sleep } from 'node:timers/promises';
import type { Producer, Transaction } from 'kafkajs';

export interface ImportOptions {
  signal: AbortSignal;
  chunk?: number;
  pauseMs?: number;
}

function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let i = 0; i < items.length; i += size) {
    yield items.slice(i, i + size);
  }
}

async function fill(tx: Transaction, lines: readonly string[], { signal, chunk = 200, pauseMs = 10 }: ImportOptions) {
  for (const part of chunksOf(lines, chunk)) {
    signal.throwIfAborted();
    await tx.send({ topic: 'imports.lines', messages: part.map((value) => ({ value })) });
    await sleep(pauseMs, undefined, { signal });
  }
}

/**
 * All lines or none. Aborting the signal aborts the transaction, and the promise rejects with the signal's reason.
 */
export async function importLines(producer: Producer, lines: readonly string[], options: ImportOptions): Promise<void> {
  options.signal.throwIfAborted();
  const tx = await producer.transaction();
  try {
    await fill(tx, lines, options);
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('import not rolled back', abortErr));
    throw options.signal.aborted && (err as Error).name === 'AbortError' ? options.signal.reason : err;
  }
  // from here on a cancellation comes too late
  await tx.commit();
}

export class ImportJob {
  readonly #controller = new AbortController();

  constructor(
    private readonly producer: Producer,
    private readonly lines: string[],
  ) {}

  start(): Promise<void> {
    const signal = AbortSignal.any([this.#controller.signal, AbortSignal.timeout(60_000)]);
    return importLines(this.producer, this.lines, { signal });
  }

  abort(): void {
    this.#controller.abort(new Error('cancelled by the user'));
  }
}
