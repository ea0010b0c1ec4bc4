import { Producer, stringSerializers } from '@platformatic/kafka';

interface Flight {
  drone: string;
  cancelled: boolean;
  legs: string[];
}

const producer = new Producer({
  clientId: 'drones',
  bootstrapBrokers: ['hangar:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'drone-flights',
});

export async function log(flights: Flight[]): Promise<void> {
  next: for (const flight of flights) {
    const tx = await producer.beginTransaction();
    if (flight.cancelled) continue next;
    try {
      await tx.send({
        messages: flight.legs.map((leg) => ({ topic: 'drones.legs', key: flight.drone, value: leg })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('flight not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
