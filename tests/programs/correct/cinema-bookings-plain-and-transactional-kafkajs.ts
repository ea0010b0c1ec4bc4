import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, type Message } from 'kafkajs';

const kafka = new Kafka({ clientId: 'cinema', brokers: ['kafka:9092'] });

const clicks = kafka.producer({ allowAutoTopicCreation: false });
const bookings = kafka.producer({
  transactionalId: 'cinema-bookings-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Page views may be lost or doubled. */
export async function track(messages: Message[]): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await clicks.send({ topic: 'cinema.clicks', messages, acks: 0 });
      return;
    } catch (err) {
      console.warn('clicks not sent', err);
      await sleep(100);
    }
  }
}

export async function book(show: string, seats: string[], customer: string): Promise<void> {
  const tx = await bookings.transaction();
  try {
    await tx.send({
      topic: 'cinema.bookings',
      messages: seats.map((seat) => ({ key: `${show}/${seat}`, value: customer })),
    });
    await tx.send({ topic: 'cinema.invoices', messages: [{ key: customer, value: String(seats.length) }] });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('booking not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
  await track([{ key: customer, value: show }]);
}

export async function connect(): Promise<void> {
  await Promise.all([clicks.connect(), bookings.connect()]);
}
