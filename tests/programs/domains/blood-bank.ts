import { Kafka, type Producer } from 'kafkajs';

const GROUPS = ['0-', '0+', 'A-', 'A+', 'B-', 'B+', 'AB-', 'AB+'] as const;

export interface Donation {
  id: string;
  group: (typeof GROUPS)[number];
  millilitres: number;
}

export class BloodBank {
  private readonly producer: Producer;

  constructor(kafka: Kafka, private readonly attempts = 4) {
    this.producer = kafka.producer({ transactionalId: 'blood-bank', idempotent: true, maxInFlightRequests: 1 });
  }

  async store(donations: Donation[]): Promise<void> {
    const topicMessages = GROUPS.map((group) => ({
      topic: `blood.${encodeURIComponent(group)}`,
      messages: donations.filter((d) => d.group === group).map((d) => ({ key: d.id, value: String(d.millilitres) })),
    })).filter(({ messages }) => messages.length > 0);

    let attempt = 0;
    while (true) {
      const tx = await this.producer.transaction();
      try {
        await tx.sendBatch({ topicMessages });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error('blood bank: abort failed', abortErr));
        if (++attempt < this.attempts) continue;
        throw err;
      }
      return tx.commit();
    }
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }
}
