import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const fenced = (err) =>
  GenericError.isGenericError(err) &&
  (err.findBy('apiId', 'PRODUCER_FENCED') ?? err.findBy('apiId', 'INVALID_PRODUCER_EPOCH')) !== null;

export class PatrolBook {
  #producer;
  #config;

  constructor(brokers, park) {
    this.#config = {
      clientId: `patrols-${park}`,
      bootstrapBrokers: brokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `patrols-${park}`,
    };
    this.#producer = new Producer(this.#config);
  }

  async #replace(err) {
    const old = this.#producer;
    this.#producer = new Producer(this.#config);
    console.warn(fenced(err) ? 'patrols: another book is open' : 'patrols: starting anew');
    await old.close(true).catch((closeErr) => console.warn('patrols: old producer not closed', closeErr));
  }

  async enter(patrol) {
    try {
      const tx = await this.#producer.beginTransaction();
      try {
        for (const { animal, count } of patrol.sightings) {
          await tx.send({ messages: [{ topic: 'patrols.sightings', key: animal, value: String(count) }] });
        }
      } catch (err) {
        await tx.abort().catch((abortErr) => console.warn('patrols: abort failed', abortErr));
        throw err;
      }
      await tx.commit();
    } catch (err) {
      await this.#replace(err);
      throw err;
    }
  }

  close() {
    return this.#producer.close();
  }
}
