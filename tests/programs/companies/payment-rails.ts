import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Rail {
  name: 'sepa' | 'swift' | 'fps';
  cutOff: string;
}

interface PaymentOrder {
  endToEndId: string;
  rail: Rail['name'];
  pain001: string;
}

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': process.env.BOOTSTRAP, 'client.id': 'payment-rails' });

const CONNECT_ATTEMPTS = 5;
const RESUMES = 3;

/** initTransactions runs inside connect(): a producer whose connect() failed is thrown away. */
async function connected(id: string): Promise<KafkaJS.Producer> {
  for (let attempt = 1; ; attempt++) {
    const producer = kafka.producer({ 'transactional.id': id, 'transaction.timeout.ms': 45_000 });
    try {
      await producer.connect();
      return producer;
    } catch (err) {
      await producer.disconnect().catch((closeErr) => console.warn('rails: not closed', closeErr));
      if (attempt === CONNECT_ATTEMPTS) throw err;
      await sleep(2 ** attempt * 250);
    }
  }
}

function isTimeout(err: unknown): boolean {
  return (err as KafkaJS.KafkaJSError).code === KafkaJS.ErrorCodes.ERR__TIMED_OUT;
}

export class RailPublisher {
  private constructor(private readonly producer: KafkaJS.Producer) {}

  static async open(rail: Rail): Promise<RailPublisher> {
    return new RailPublisher(await connected(`payment-rails-${rail.name}`));
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }

  async publish(orders: PaymentOrder[]): Promise<void> {
    await this.producer.transaction();
    try {
      await Promise.all(
        orders.map((order) =>
          this.producer.send({
            topic: `payments.${order.rail}`,
            messages: [{ key: order.endToEndId, value: order.pain001 }],
          }),
        ),
      );
    } catch (err) {
      await this.producer.abort().catch((abortErr) => {
        console.error('rails: abort failed', abortErr);
        return this.close();
      });
      throw err;
    }
    await this.finish(RESUMES);
  }

  private async finish(resumesLeft: number): Promise<void> {
    try {
      await this.producer.commit();
    } catch (err) {
      if (isTimeout(err) && resumesLeft > 0) {
        return this.finish(resumesLeft - 1);
      }
      await this.close();
      throw err;
    }
  }
}
