import type { Kafka, Producer } from 'kafkajs';

export interface Access {
  badge: string;
  door: string;
  granted: boolean;
}

export class AccessTrail {
  #producer: Producer | undefined;

  constructor(private readonly kafka: Kafka, private readonly building: string) {}

  private get producer(): Producer {
    this.#producer ??= this.kafka.producer({
      transactionalId: `access-trail-${this.building}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    return this.#producer;
  }

  async record(access: Access): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'access.trail',
        messages: [{ key: access.badge, value: JSON.stringify(access) }],
      });
      await this.producer.send({
        topic: 'access.doors',
        messages: [{ key: access.door, value: access.badge }],
      });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'access not rolled back');
      }
      throw err;
    }
    await tx.commit();
  }
}
