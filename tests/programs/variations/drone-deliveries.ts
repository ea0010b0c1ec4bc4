import { Kafka, type Transaction } from 'kafkajs';

interface Delivery {
  parcel: string;
  drone: string;
  route: [number, number][];
}

const producer = new Kafka({ clientId: 'drones', brokers: ['hangar:9092'] }).producer({
  transactionalId: `drones-${process.env.HANGAR_ID}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function* legs(delivery: Delivery): AsyncGenerator<string> {
  for (const [lat, lon] of delivery.route) {
    yield `${lat.toFixed(5)},${lon.toFixed(5)}`;
  }
}

async function fly(tx: Transaction, delivery: Delivery): Promise<number> {
  let flown = 0;
  for await (const leg of legs(delivery)) {
    await tx.send({ topic: 'drones.legs', messages: [{ key: delivery.drone, value: leg }] });
    flown += 1;
  }
  return flown;
}

export async function deliver(delivery: Delivery): Promise<number> {
  const tx = await producer.transaction();
  let complete = false;
  let flown = 0;
  try {
    flown = await fly(tx, delivery);
    await tx.send({ topic: 'drones.delivered', messages: [{ key: delivery.parcel, value: String(flown) }] });
    complete = true;
  } finally {
    if (!complete) {
      await tx.abort().catch((err: unknown) => console.error(`${delivery.parcel}: abort failed`, err));
    }
  }
  await tx.commit();
  return flown;
}

export const connect = (): Promise<void> => producer.connect();
