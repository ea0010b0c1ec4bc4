import * as kafkajs from 'kafkajs';

export interface Delivery {
  parcel: string;
  door: string;
  at: string;
}

const kafka = new kafkajs.Kafka({ clientId: 'last-mile', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'last-mile-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const open = (): Promise<void> => producer.connect();

export async function delivered(delivery: Delivery): Promise<void> {
  const tx = await producer.transaction();
  let failure: unknown;

  try {
    await tx.send({
      topic: 'parcels.delivered',
      messages: [{ key: delivery.parcel, value: JSON.stringify(delivery) }],
    });
    await tx.send({
      topic: 'doors.visited',
      messages: [{ key: delivery.door, value: delivery.at }],
    });
    await tx.commit();
  } catch (err) {
    failure = err;
  }

  if (failure !== undefined) {
    await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw failure;
  }
}
