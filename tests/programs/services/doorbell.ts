import type { EventEmitter } from 'node:events';
import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Ring {
  door: string;
  at: number;
  picture?: string;
}

export class DoorbellBridge {
  constructor(
    private readonly bus: EventEmitter,
    private readonly producer: KafkaJS.Producer,
  ) {}

  listen(): void {
    this.bus.on('ring', async (ring: Ring) => {
      await this.publish(ring);
    });
  }

  private async publish(ring: Ring): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'doorbell.rings',
        messages: [{ key: ring.door, value: new Date(ring.at).toISOString() }],
      });
      if (ring.picture) {
        await this.producer.send({
          topic: 'doorbell.pictures',
          messages: [{ key: ring.door, value: ring.picture }],
        });
      }
    } catch (err) {
      await this.producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await this.producer.commit();
  }
}
