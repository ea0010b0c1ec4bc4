import { Producer, stringSerializers } from '@platformatic/kafka';

type Reading = { inverter: string; watts: number };

export class InverterFeed {
  #producer: Producer<string, string, string, string>;
  #written = 0;

  constructor(bootstrapBrokers: string[], plant: string) {
    this.#producer = new Producer({
      clientId: `inverters-${plant}`,
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `inverters-${plant}`,
    });
  }

  async write(readings: Reading[]): Promise<void> {
    const tx = await this.#producer.beginTransaction();
    let sent = false;
    try {
      await tx.send({
        messages: readings.map((r) => ({ topic: 'solar.inverters', key: r.inverter, value: String(r.watts) })),
      });
      sent = true;
    } finally {
      if (!sent) {
        await tx.abort().catch((err: unknown) => console.error('inverters: abort failed', err));
        return;
      }
    }
    await tx.commit();
    this.#written += readings.length;
  }
}
