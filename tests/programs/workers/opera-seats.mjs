import { MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';

const FENCED = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH'];

const fenced = (err) =>
  MultipleErrors.isMultipleErrors(err) && FENCED.some((id) => err.findBy('apiId', id) !== null);

export class SeatWriter {
  #options;
  #producer;

  constructor(options) {
    this.#options = options;
    this.#producer = this.#create();
  }

  #create() {
    const { bootstrapBrokers, house } = this.#options;
    return new Producer({
      clientId: 'opera-seats',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `opera-seats-${house}`,
    });
  }

  async #replace() {
    const old = this.#producer;
    this.#producer = this.#create();
    await old.close(true);
  }

  /** @param {{ performance: string, seats: string[] }} sale */
  async sell({ performance, seats }) {
    const tx = await this.#producer.beginTransaction().catch(async (err) => {
      await this.#replace().catch((closeErr) => console.warn('old producer not closed', closeErr));
      throw err;
    });
    try {
      await tx.send({
        messages: seats.map((seat) => ({ topic: 'opera.seats', key: performance, value: seat })),
      });
    } catch (err) {
      if (!fenced(err)) {
        await tx.abort().catch((abortErr) => console.error('seats not given back', abortErr));
      }
      await this.#replace().catch((closeErr) => console.warn('old producer not closed', closeErr));
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      await this.#replace().catch((closeErr) => console.warn('old producer not closed', closeErr));
      throw new Error(`sale for ${performance} uncertain`, { cause: err });
    }
  }
}
