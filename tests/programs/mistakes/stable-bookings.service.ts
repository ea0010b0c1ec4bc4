import { Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Kafka } from '@nestjs/microservices/external/kafka.interface';
import { defer, lastValueFrom, retry } from 'rxjs';

export interface StableBooking {
  horse: string;
  box: number;
}

@Injectable()
export class StableBookings {
  constructor(private readonly client: ClientKafka) {}

  book(bookings: StableBooking[]): Promise<void> {
    return lastValueFrom(defer(() => this.session(bookings)).pipe(retry(2)));
  }

  private async session(bookings: StableBooking[]): Promise<void> {
    const producer = this.client.unwrap<Kafka>().producer({
      transactionalId: 'stable-bookings',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({
          topic: 'stables.bookings',
          messages: bookings.map((b) => ({ key: b.horse, value: String(b.box) })),
        });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error('bookings not rolled back', abortErr));
        throw err;
      }
      await tx.commit();
    } finally {
      await producer.disconnect();
    }
  }
}
