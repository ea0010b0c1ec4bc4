import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Ride {
  lift: string;
  skier: string;
}

export class LiftCounter {
  static readonly producer = new Producer({
    clientId: 'ski-lifts',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'ski-lifts-0',
  });

  static async count(rides: Ride[]): Promise<void> {
    const tx = await LiftCounter.producer.beginTransaction();
    try {
      await tx.send({
        messages: rides.map((ride) => ({ topic: 'lifts.rides', key: ride.lift, value: ride.skier })),
      });
    } catch (err) {
      let aborted = false;
      for (let attempt = 1; !aborted && attempt <= 3; attempt += 1) {
        try {
          await tx.abort();
          aborted = true;
        } catch (abortErr) {
          console.warn(`abort ${attempt} failed`, abortErr);
        }
      }
      if (!aborted) {
        await LiftCounter.producer.close(true);
      }
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await LiftCounter.producer.close(true);
      throw err;
    }
  }
}
