import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export interface Place {
  plot: string;
  gardener: string;
}

/** Opens after three failures in a row and refuses for a while. It counts errors, it keeps none. */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;

  constructor(private readonly limit = 3, private readonly coolDownMs = 30_000) {}

  async fire<T>(action: () => Promise<T>): Promise<T> {
    if (Date.now() < this.#openUntil) {
      throw new ServiceUnavailableException('the circuit is open');
    }
    let failed = true;
    try {
      const value = await action();
      failed = false;
      return value;
    } finally {
      this.#failures = failed ? this.#failures + 1 : 0;
      if (this.#failures >= this.limit) {
        this.#openUntil = Date.now() + this.coolDownMs;
        this.#failures = 0;
      }
    }
  }
}

@Injectable()
export class AllotmentWaitlist {
  private readonly breaker = new CircuitBreaker();

  constructor(@Inject('ALLOTMENTS') private readonly client: ClientKafka) {}

  assign(place: Place): Promise<void> {
    return this.breaker.fire(async () => {
      const producer = await this.client.connect();
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'allotments.assigned', messages: [{ key: place.plot, value: place.gardener }] });
        await tx.send({ topic: 'allotments.waiting', messages: [{ key: place.gardener, value: null }] });
      } catch (err) {
        const aborted = await tx.abort().then(
          () => true,
          () => false,
        );
        throw new ServiceUnavailableException(`plot not assigned (${aborted ? 'rolled back' : 'to be timed out'})`, {
          cause: err as Error,
        });
      }
      await tx.commit();
    });
  }
}
