import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const FENCING = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH'];

function isFenced(err) {
  return GenericError.isGenericError(err) && FENCING.some((apiId) => err.findBy('apiId', apiId));
}

export class FreightQuotes {
  #options;
  #producer;

  constructor(options) {
    this.#options = options;
    this.#producer = this.#create();
  }

  #create() {
    return new Producer({
      ...this.#options,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'freight-quotes',
    });
  }

  async #renew() {
    await this.#producer.close(true);
    this.#producer = this.#create();
  }

  async quote(requests) {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({
        messages: requests.map(({ id, tonnes }) => ({ topic: 'freight.quotes', key: id, value: `${tonnes * 42}` })),
      });
    } catch (err) {
      if (isFenced(err)) {
        await this.#renew();
      } else {
        await tx.abort().catch((abortErr) => console.error('quotes: abort failed', abortErr));
      }
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      await this.#renew();
      throw err;
    }
  }
}
