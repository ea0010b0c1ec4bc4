import { Producer, stringSerializers } from '@platformatic/kafka';
import { settings } from './settings.mjs';

/**
 * Settings of the quarry's producers: id, idempotence, retries and brokers come from the deployment.
 * @param {string} pit
 */
const createProducer = (pit) =>
  new Producer({
    serializers: stringSerializers,
    ...settings.transactionalProducer(pit),
  });

export class GravelPit {
  #producer;
  #pit;

  constructor(pit) {
    this.#pit = pit;
    this.#producer = createProducer(pit);
  }

  async publishShift(shift, loads) {
    const messages = loads.map(({ truck, tonnes }) => ({
      topic: `pits.gravel.${this.#pit}`,
      key: truck,
      value: `${shift}:${tonnes}`,
    }));
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({ messages });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('shift not rolled back', shift, abortErr));
      throw err;
    }
    await tx.commit();
  }

  async [Symbol.asyncDispose]() {
    await this.#producer.close();
  }
}
