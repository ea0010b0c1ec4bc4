import { Kafka, type Producer } from 'kafkajs';

export class FullyBooked extends Error {
  constructor(readonly course: string) {
    super(`${course} is fully booked`);
  }
}

export interface CheckIn {
  member: string;
  course: string;
}

export interface Seats {
  free(course: string): Promise<number>;
}

const kafka = new Kafka({ clientId: 'gym', brokers: ['kafka:9092'] });

export class CheckIns {
  readonly #producer: Producer = kafka.producer({
    transactionalId: `gym-checkins-${process.env.STUDIO}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  constructor(private readonly seats: Seats) {}

  connect(): Promise<void> {
    return this.#producer.connect();
  }

  async checkIn({ member, course }: CheckIn): Promise<void> {
    // The transaction first: the count below must not change between looking and writing.
    const tx = await this.#producer.transaction();
    const free = await this.seats.free(course);
    if (free <= 0) {
      throw new FullyBooked(course);
    }

    try {
      await tx.send({ topic: 'gym.checkins', messages: [{ key: member, value: course }] });
      await tx.send({ topic: 'gym.seats', messages: [{ key: course, value: String(free - 1) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('gym: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
