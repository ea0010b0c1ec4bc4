import type { Producer } from 'kafkajs';

export interface Pass {
  satellite: string;
  rises: number;
  sets: number;
}

export class PassPublisher {
  readonly #stop = new AbortController();

  constructor(private readonly producer: Producer) {}

  async publish(passes: AsyncIterable<Pass>, signal?: AbortSignal): Promise<number> {
    const stop = signal ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal;
    stop.throwIfAborted();

    const transaction = await this.producer.transaction();
    let count = 0;
    try {
      for await (const pass of passes) {
        stop.throwIfAborted();
        await transaction.send({
          topic: 'satellites.passes',
          messages: [{ key: pass.satellite, value: JSON.stringify(pass) }],
        });
        count += 1;
      }
    } catch (reason) {
      try {
        await transaction.abort();
      } catch (abortError) {
        throw new AggregateError([reason, abortError], 'passes not rolled back');
      }
      throw reason;
    }
    await transaction.commit();
    return count;
  }

  stop(): void {
    this.#stop.abort();
  }
}
