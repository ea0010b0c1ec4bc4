import { Producer, stringSerializers } from '@platformatic/kafka';
import type { Sighting } from './sighting.js';

export class SightingRelay {
  readonly #controller = new AbortController();
  readonly #producer: Producer<string, string, string, string>;

  constructor(bootstrapBrokers: string[], ship: string) {
    this.#producer = new Producer({
      clientId: `whales-${ship}`,
      bootstrapBrokers,
      idempotent: true,
      transactionalId: `whales-${ship}`,
      serializers: stringSerializers,
    });
  }

  stop(reason: string): void {
    this.#controller.abort(new Error(reason));
  }

  async relay(sightings: AsyncIterable<Sighting>, deadlineMs: number): Promise<number> {
    const signal = AbortSignal.any([this.#controller.signal, AbortSignal.timeout(deadlineMs)]);
    const transaction = await this.#producer.beginTransaction();
    let count = 0;

    try {
      for await (const { species, lat, lon } of sightings) {
        signal.throwIfAborted();
        const value = JSON.stringify({ lat, lon });
        await transaction.send({ messages: [{ topic: 'whales', key: species, value }] });
        count++;
      }
    } catch (error) {
      try {
        await transaction.abort();
      } catch (abortError) {
        await this.#producer.close(true).catch(() => undefined);
        throw new AggregateError([error, abortError], 'sightings neither relayed nor rolled back');
      }
      throw error;
    }

    try {
      await transaction.commit();
    } catch (error) {
      await this.#producer.close(true).catch(() => undefined);
      throw error;
    }
    return count;
  }
}
