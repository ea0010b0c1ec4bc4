import type { Kafka, Producer, Transaction } from 'kafkajs';

export interface MeterReading {
  meter: string;
  litres: number;
}

const ABORT_ATTEMPTS = 3;

async function rollBack(tx: Transaction): Promise<void> {
  for (let attempt = 1; attempt <= ABORT_ATTEMPTS; attempt++) {
    try {
      await tx.abort();
      return;
    } catch (err) {
      console.warn(`abort ${attempt}/${ABORT_ATTEMPTS} failed`, err);
    }
  }
}

export const createProducer = (kafka: Kafka, district: string): Producer =>
  kafka.producer({ transactionalId: `water-${district}`, idempotent: true, maxInFlightRequests: 1 });

export const sinkOf =
  (producer: Producer) =>
  async (readings: readonly MeterReading[]): Promise<void> => {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'water.readings',
        messages: readings.map(({ meter, litres }) => ({ key: meter, value: litres.toFixed(1) })),
      });
    } catch (err) {
      await rollBack(tx);
      throw err;
    }
    await tx.commit();
  };
