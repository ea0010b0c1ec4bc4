import { Producer, stringSerializers } from '@platformatic/kafka';

type TextProducer = Producer<string, string, string, string>;

export interface Notice {
  tenant: string;
  user: string;
  text: string;
}

class ProducerPool {
  private readonly idle: TextProducer[] = [];
  private created = 0;

  constructor(private readonly brokers: string[], private readonly prefix: string) {}

  acquire(): TextProducer {
    const known = this.idle.pop();
    if (known) {
      return known;
    }
    this.created += 1;
    return new Producer({
      clientId: `${this.prefix}-${this.created}`,
      bootstrapBrokers: this.brokers,
      idempotent: true,
      transactionalId: `${this.prefix}-${this.created}`,
      serializers: stringSerializers,
    });
  }

  release(producer: TextProducer): void {
    this.idle.push(producer);
  }
}

const pool = new ProducerPool(['kafka-a:9092', 'kafka-b:9092'], 'notices');

/**
 * Sends the notices of one tenant; all of them or none.
 */
export async function notify(notices: Notice[]): Promise<void> {
  const producer = pool.acquire();
  try {
    const transaction = await producer.beginTransaction();
    try {
      await transaction.send({
        messages: notices.map((notice) => ({
          topic: `notices.${notice.tenant}`,
          key: notice.user,
          value: notice.text,
        })),
      });
    } catch (error) {
      await transaction.abort().catch((abortError) => console.error('notices: abort failed', abortError));
      throw error;
    }
    await transaction.commit();
  } finally {
    pool.release(producer);
  }
}
