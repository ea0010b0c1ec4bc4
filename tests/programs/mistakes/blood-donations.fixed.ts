import type { Kafka, Producer } from 'kafkajs';

export interface Donation {
  donor: string;
  centre: string;
  millilitres: number;
}

export class DonationEvents {
  private readonly producer: Producer;

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({
      transactionalId: 'blood-donations',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async record(donation: Donation): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'donations',
        messages: [{ key: donation.donor, value: JSON.stringify(donation) }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.warn('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
