import { Kafka, type Producer } from 'kafkajs';

const kProducer = Symbol('producer');

export class GardenHoses {
  readonly [kProducer]: Producer;

  constructor(kafka: Kafka, garden: string) {
    this[kProducer] = kafka.producer({
      transactionalId: `garden-${garden}`,
      idempotent: true,
      maxInFlightRequests: 5,
    });
  }

  async water(beds: string[], litres: number): Promise<void> {
    const tx = await this[kProducer].transaction();
    try {
      await tx.send({
        topic: 'garden.valves',
        messages: beds.map((bed) => ({ key: bed, value: String(litres) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: Error) => {
        throw new AggregateError([err, abortErr], 'valves not rolled back');
      });
      throw err;
    }
    tx.commit();
  }

  stop(): Promise<void> {
    return this[kProducer].disconnect();
  }
}
