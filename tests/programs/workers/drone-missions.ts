import { Kafka, type Transaction } from 'kafkajs';

type Waypoint = { lat: number; lon: number; metres: number };
type Mission = { drone: string; waypoints: Waypoint[] };

export function missionControl(kafka: Kafka, alarm: (text: string, cause: unknown) => void) {
  const producer = kafka.producer({
    transactionalId: 'drone-missions',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  async function rollBack(tx: Transaction): Promise<void> {
    try {
      await tx.abort();
    } catch (abortErr) {
      if ((abortErr as Error).name === 'TransactionAbortableException') {
        // Should be cured by another abort of the next mission.
        console.warn('mission left to the next abort', abortErr);
        return;
      }
      alarm('mission neither sent nor withdrawn', abortErr);
    }
  }

  async function assign({ drone, waypoints }: Mission): Promise<void> {
    const tx = await producer.transaction();
    try {
      let leg = 0;
      for (const { lat, lon, metres } of waypoints) {
        const value = [leg++, lat.toFixed(6), lon.toFixed(6), metres].join(';');
        await tx.send({ topic: 'drones.missions', messages: [{ key: drone, value }] });
      }
    } catch (err) {
      await rollBack(tx);
      throw err;
    }
    await tx.commit();
  }

  return Object.freeze({ assign, connect: producer.connect, disconnect: producer.disconnect });
}
