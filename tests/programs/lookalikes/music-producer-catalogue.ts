interface Track {
  title: string;
  seconds: number;
}

export class Producer {
  readonly #tracks: Track[] = [];

  constructor(readonly name: string, readonly transactionalId?: string) {}

  async transaction(): Promise<Mix> {
    return new Mix(this.#tracks);
  }
}

class Mix {
  #staged: Track[] = [];

  constructor(private readonly tracks: Track[]) {}

  async send({ topic, messages }: { topic: string; messages: Track[] }): Promise<void> {
    if (topic !== 'tracks') throw new Error(`no ${topic}`);
    this.#staged.push(...messages);
  }

  async commit(): Promise<void> {
    this.tracks.push(...this.#staged);
  }

  async abort(): Promise<void> {
    this.#staged = [];
  }
}

const producer = new Producer('Quincy', crypto.randomUUID());

export async function record(messages: Track[]): Promise<void> {
  const tx = await producer.transaction();
  for (let take = 1; take <= 10; take += 1) {
    try {
      await tx.send({ topic: 'tracks', messages });
      await tx.commit();
    } catch (err) {
      await tx.abort();
      await tx.commit();
      console.log(`take ${take}`, err);
    }
  }
}
