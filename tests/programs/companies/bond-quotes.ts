import { Kafka, type Producer } from 'kafkajs';

type State = { kind: 'closed'; failures: number } | { kind: 'open'; until: number } | { kind: 'half-open' };

class CircuitOpenError extends Error {
  constructor(readonly until: number) {
    super(`circuit open until ${new Date(until).toISOString()}`);
  }
}

class CircuitBreaker {
  private state: State = { kind: 'closed', failures: 0 };

  constructor(private readonly options = { threshold: 5, coolDownMs: 30_000 }) {}

  async execute<T>(work: () => Promise<T>): Promise<T> {
    if (this.state.kind === 'open') {
      if (Date.now() < this.state.until) throw new CircuitOpenError(this.state.until);
      this.state = { kind: 'half-open' };
    }
    try {
      const value = await work();
      this.state = { kind: 'closed', failures: 0 };
      return value;
    } catch (err) {
      this.onFailure();
      throw err;
    }
  }

  private onFailure(): void {
    const failures = this.state.kind === 'closed' ? this.state.failures + 1 : this.options.threshold;
    this.state =
      failures >= this.options.threshold
        ? { kind: 'open', until: Date.now() + this.options.coolDownMs }
        : { kind: 'closed', failures };
  }
}

export interface BondQuote {
  isin: string;
  bid: number;
  ask: number;
}

export class BondQuotes {
  private readonly breaker = new CircuitBreaker();
  private producer: Producer | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly desk: string,
  ) {}

  publish(quotes: BondQuote[]): Promise<void> {
    return this.breaker.execute(() => this.publishOnce(quotes));
  }

  private async publishOnce(quotes: BondQuote[]): Promise<void> {
    const producer = (this.producer ??= await this.open());
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({
          topic: 'bonds.quotes',
          messages: quotes.map((quote) => ({ key: quote.isin, value: `${quote.bid}/${quote.ask}` })),
        });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.warn('bonds: abort failed', abortErr));
        throw err;
      }
      await tx.commit();
    } catch (err) {
      this.producer = undefined;
      await producer.disconnect().catch((closeErr) => console.warn('bonds: not closed', closeErr));
      throw err;
    }
  }

  private async open(): Promise<Producer> {
    const producer = this.kafka.producer({
      transactionalId: `bond-quotes-${this.desk}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }
}
