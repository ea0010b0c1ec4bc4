import type { Knex } from 'knex';
import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'bookings', brokers: ['kafka:9092'] });
export const producer = kafka.producer({ transactionalId: 'bookings-0', idempotent: true, maxInFlightRequests: 1 });

interface Booking {
  id: string;
  room: string;
}

async function store(knex: Knex, booking: Booking): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const transaction = await knex.transaction();
    try {
      await transaction('bookings').insert(booking);
      await transaction.commit();
      return;
    } catch (err) {
      await transaction.rollback();
      if (attempt === 3) throw err;
    }
  }
}

async function announce(booking: Booking): Promise<void> {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'bookings', messages: [{ key: booking.room, value: JSON.stringify(booking) }] });
  } catch (err) {
    try {
      await transaction.abort();
    } catch (abortErr) {
      console.error('booking %s: abort failed', booking.id, abortErr);
    }
    throw err;
  }
  await transaction.commit();
}

export async function book(knex: Knex, booking: Booking): Promise<void> {
  await store(knex, booking);
  await announce(booking);
}
