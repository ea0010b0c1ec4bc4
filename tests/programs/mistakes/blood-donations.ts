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
      for (const pause of [100, 500, 2500]) {
        try {
          await tx.abort();
          break;
        } catch (abortErr) {
          console.warn(`abort failed, trying again in ${pause} ms`, abortErr);
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }
      throw err;
    }
    await tx.commit();
  }
}
