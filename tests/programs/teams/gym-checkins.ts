import { Kafka, type Producer } from 'kafkajs';

class CircuitOpenError extends Error {}

class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;

  constructor(
    private readonly threshold: number,
    private readonly coolDownMs: number,
  ) {}

  async run<T>(action: () => Promise<T>): Promise<T> {
    if (Date.now() < this.#openUntil) throw new CircuitOpenError('check-ins are paused');
    try {
      const value = await action();
      this.#failures = 0;
      return value;
    } catch (err) {
      if (++this.#failures >= this.threshold) this.#openUntil = Date.now() + this.coolDownMs;
      throw err;
    }
  }
}

export interface CheckIn {
  member: string;
  gym: string;
  at: number;
}

export class CheckInService {
  private current: Producer | null = null;
  private readonly breaker = new CircuitBreaker(5, 30_000);

  constructor(private readonly kafka: Kafka) {}

  checkIn(event: CheckIn): Promise<void> {
    return this.breaker.run(() => this.publish(event));
  }

  private async producer(): Promise<Producer> {
    if (this.current) return this.current;
    const next = this.kafka.producer({ transactionalId: 'gym-checkins', idempotent: true, maxInFlightRequests: 1 });
    await next.connect();
    return (this.current = next);
  }

  private async publish(event: CheckIn): Promise<void> {
    const producer = await this.producer();
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'gym.checkins', messages: [{ key: event.member, value: JSON.stringify(event) }] });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
    } catch (err) {
      this.current = null;
      await producer.disconnect().catch((closeErr) => console.warn('disconnect failed', closeErr));
      throw err;
    }
  }
}
