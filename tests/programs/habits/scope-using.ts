import { KafkaJS } from '@confluentinc/kafka-javascript';

/** `await using` scope: whatever leaves the block before `complete()` rolls the transaction back. */
class TransactionScope implements AsyncDisposable {
  #settled = false;

  private constructor(private readonly producer: KafkaJS.Producer) {}

  static async open(producer: KafkaJS.Producer): Promise<TransactionScope> {
    await producer.transaction();
    return new TransactionScope(producer);
  }

  send(topic: string, key: string, value: unknown) {
    return this.producer.send({ topic, messages: [{ key, value: JSON.stringify(value) }] });
  }

  async complete(): Promise<void> {
    this.#settled = true;
    try {
      await this.producer.commit();
    } catch (err) {
      await this.producer.disconnect();
      throw err;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#settled) return;
    this.#settled = true;
    try {
      await this.producer.abort();
    } catch (abortErr) {
      console.error('scope: abort failed', abortErr);
    }
  }
}

export interface Booking {
  room: string;
  guest: string;
  nights: number;
}

export async function book(producer: KafkaJS.Producer, booking: Booking): Promise<void> {
  await using scope = await TransactionScope.open(producer);
  await scope.send('hotel.bookings', booking.room, booking);
  if (booking.nights > 30) {
    throw new RangeError('a stay has at most 30 nights');
  }
  await scope.send('hotel.guests', booking.guest, { room: booking.room });
  await scope.complete();
}
