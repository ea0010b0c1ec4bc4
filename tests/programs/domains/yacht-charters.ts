import { KafkaJS } from '@confluentinc/kafka-javascript';

type Iso = `${number}-${number}-${number}`;

export interface Charter {
  yacht: string;
  skipper: string | null;
  from: Iso;
  to: Iso;
}

export class CharterBook {
  constructor(private readonly producer: KafkaJS.Producer) {}

  static async open(brokers: string[]): Promise<CharterBook> {
    const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers, clientId: 'charters' } });
    const producer = kafka.producer({ kafkaJS: { transactionalId: 'yacht-charters', idempotent: true } });
    await producer.connect();
    return new CharterBook(producer);
  }

  async enter(charter: Charter): Promise<void> {
    const { yacht, skipper, ...period } = charter;
    const tx = await this.producer.transaction();
    let finished = false;
    try {
      await tx.send({ topic: 'charters.booked', messages: [{ key: yacht, value: JSON.stringify(period) }] });
      if (skipper !== null) {
        await tx.send({ topic: 'charters.crew', messages: [{ key: skipper, value: yacht }] });
      }
      await tx.commit();
      finished = true;
    } finally {
      if (!finished) {
        await tx.abort().catch((err: unknown) => console.error(`charter of ${yacht} not rolled back`, err));
      }
    }
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }
}
