import { Producer, stringSerializers } from '@platformatic/kafka';

export class DepotSync {
  #settings;
  #producer;

  constructor(settings) {
    this.#settings = Object.freeze({ minimum: 1, ...settings });
  }

  get #open() {
    return (this.#producer ??= new Producer({
      clientId: 'depots',
      bootstrapBrokers: this.#settings.brokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'depot-sync',
    }));
  }

  /** @param {Iterable<{ name: string, buses: { plate: string, state?: 'ready' | 'broken' }[] }>} depots */
  async sync(depots) {
    let synced = 0;
    depots: for (const { name, buses } of depots) {
      if (buses.length < this.#settings.minimum) continue;
      const tx = await this.#open.beginTransaction();
      try {
        for (const { plate, state } of buses) {
          if (state === undefined) {
            console.warn('%s: the state of %s is not known, depot skipped', name, plate);
            continue depots;
          }
          await tx.send({ messages: [{ topic: 'depots.buses', key: plate, value: `${name}:${state}` }] });
        }
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
      synced += 1;
    }
    return synced;
  }

  close() {
    return this.#producer?.close();
  }
}
