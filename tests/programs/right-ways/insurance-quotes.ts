import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Quote {
  number: string;
  premium: number;
}

type Policy = 'abort' | 'close';

/** What a failed transaction asks for. */
function policyFor(err: KafkaJS.KafkaJSError): Policy {
  if (err.fatal) return 'close';
  return 'abort';
}

export class QuoteStore {
  constructor(private readonly producer: KafkaJS.Producer) {}

  async save(quotes: readonly Quote[]): Promise<void> {
    const messages = quotes.map((q) => ({ key: q.number, value: q.premium.toFixed(2) }));
    await this.producer.transaction();
    try {
      await this.producer.send({ topic: 'insurance.quotes', messages });
    } catch (err) {
      switch (policyFor(err as KafkaJS.KafkaJSError)) {
        case 'close':
          await this.producer.disconnect().catch((closeErr) => console.error('quotes: not closed', closeErr));
          break;
        case 'abort':
          await this.producer.abort().catch((abortErr) => console.error('quotes: not aborted', abortErr));
          break;
      }
      throw err;
    }
    await this.commit();
  }

  private async commit(): Promise<void> {
    try {
      await this.producer.commit();
    } catch (err) {
      await this.producer.disconnect().catch((closeErr) => console.error('quotes: not closed', closeErr));
      throw err;
    }
  }
}
