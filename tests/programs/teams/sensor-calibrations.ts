import { Kafka, type Producer } from 'kafkajs';

interface Calibration {
  sensor: string;
  offset: number;
  gain: number;
  technician: string;
}

const MAX_SESSIONS = 3;
const kafka = new Kafka({ clientId: 'calibrations', brokers: (process.env.BROKERS ?? '').split(',') });

function newProducer(plant: string): Producer {
  return kafka.producer({
    transactionalId: ['calibrations', plant].join('.'),
    idempotent: true,
    maxInFlightRequests: 1,
  });
}

export async function publishCalibrations(plant: string, calibrations: readonly Calibration[]): Promise<number> {
  const messages = calibrations.map(({ sensor, ...rest }) => ({ key: sensor, value: JSON.stringify(rest) }));

  sessions: for (let session = 1; ; session += 1) {
    const producer = newProducer(plant);
    try {
      await producer.connect();
      const tx = await producer.transaction();

      try {
        await tx.send({ topic: 'plant.calibrations', messages });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.warn(`session ${session}: abort failed`, abortErr));
        if (session === MAX_SESSIONS) throw err;
        console.warn(`session ${session} of ${plant} rolled back, opening another`, err);
        continue sessions;
      }

      await tx.commit();
      return session;
    } finally {
      await producer.disconnect();
    }
  }
}
