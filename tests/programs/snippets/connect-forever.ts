import { KafkaJS } from '@confluentinc/kafka-javascript';
import { setTimeout as wait } from 'node:timers/promises';

export class ParkingLotPublisher {
  private readonly producer: KafkaJS.Producer;

  constructor(brokers: string[], lot: string) {
    this.producer = new KafkaJS.Kafka({ kafkaJS: { brokers } }).producer({
      kafkaJS: { transactionalId: `parking-${lot}`, idempotent: true },
    });
  }

  async waitUntilReady(): Promise<void> {
    let ready = false;
    while (!ready) {
      try {
        await this.producer.connect();
        ready = true;
      } catch (err) {
        console.warn('Kafka is not there yet', err);
        await wait(5000);
      }
    }
  }

  async publish(spaces: Array<{ id: string; free: boolean }>): Promise<void> {
    const messages = spaces.map((space) => ({ key: space.id, value: String(space.free) }));
    const tx = await this.producer.transaction();

    try {
      await tx.send({ topic: 'parking.spaces', messages }).catch(async (err: unknown) => {
        console.warn('first try failed, once more', err);
        await wait(250);
        await tx.send({ topic: 'parking.spaces', messages });
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }

    await tx.commit();
  }
}
