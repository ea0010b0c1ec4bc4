/** What a program did with the fake client, in order: `begin`, `send orders.placed`, `commit`, `abort`. */
export type Deeds = string[];

/** The error with which the nth call of an operation fails; undefined where it succeeds. */
export type Failures = Readonly<Partial<Record<string, readonly (Error | undefined)[]>>>;

interface Record_ {
  readonly topic: string;
}

/**
 * A producer that behaves as kafkajs's does where the examples rely on it: a handle has ended as soon as its commit or abort was
 * tried, whatever came of it.
 */
export class FakeProducer {
  readonly deeds: Deeds = [];
  /** The offsets that were sent. */
  readonly offsets: unknown[] = [];
  readonly #left: Map<string, (Error | undefined)[]>;

  constructor(failures: Failures = {}) {
    this.#left = new Map(
      Object.entries(failures).map(([operation, errors = []]) => [operation, [...errors]]),
    );
  }

  /** Does an operation: notes it, and fails if it is its turn to fail. */
  async #do(operation: string, detail = ''): Promise<void> {
    this.deeds.push(detail === '' ? operation : `${operation} ${detail}`);
    // An answer takes its time.
    await new Promise((resolve) => setImmediate(resolve));
    const error = this.#left.get(operation)?.shift();
    if (error) throw error;
  }

  send({ topic }: Record_): Promise<void> {
    return this.#do('send outside', topic);
  }

  async transaction(): Promise<FakeTransaction> {
    await this.#do('begin');
    let ended = false;
    const end = async (operation: string): Promise<void> => {
      if (ended) {
        this.deeds.push(`${operation} too late`);
        throw new Error('Cannot continue to use transaction once ended');
      }
      ended = true;
      await this.#do(operation);
    };
    return {
      send: ({ topic }) => this.#do('send', topic),
      sendBatch: ({ topicMessages }) => this.#do('send', topicMessages.map(({ topic }) => topic).join()),
      sendOffsets: async ({ topics }) => {
        this.offsets.push(...topics.flatMap(({ partitions }) => partitions.map(({ offset }) => offset)));
        await this.#do('sendOffsets');
      },
      commit: () => end('commit'),
      abort: () => end('abort'),
    };
  }
}

export interface FakeTransaction {
  send(record: Record_): Promise<void>;
  sendBatch(batch: { readonly topicMessages: readonly Record_[] }): Promise<void>;
  sendOffsets(offsets: {
    readonly topics: readonly { readonly partitions: readonly { readonly offset: unknown }[] }[];
  }): Promise<void>;
  commit(): Promise<void>;
  abort(): Promise<void>;
}
