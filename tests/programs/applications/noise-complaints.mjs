import { MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';

const has = (err, apiId) => MultipleErrors.isMultipleErrors(err) && err.findBy('apiId', apiId) !== null;

export class ComplaintRegister {
  #producer;

  constructor({ bootstrapBrokers, district }) {
    this.#producer = new Producer({
      clientId: `complaints-${district}`,
      bootstrapBrokers,
      idempotent: true,
      transactionalId: `complaints-${district}`,
      serializers: stringSerializers,
      retries: 5,
    });
  }

  async close(force = false) {
    await this.#producer.close(force);
  }

  #undo(tx) {
    return tx.abort().catch((err) => {
      if (has(err, 'TRANSACTION_ABORTABLE')) {
        return tx.abort().catch(() => this.close(true));
      }
      return this.close(true);
    });
  }

  async register(complaints) {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({
        messages: complaints.map(({ street, decibels, at }) => ({
          topic: 'complaints',
          key: street,
          value: JSON.stringify({ decibels, at }),
        })),
      });
    } catch (cause) {
      await this.#undo(tx);
      throw new Error('complaints not registered', { cause });
    }

    try {
      await tx.commit();
    } catch (cause) {
      await this.close(true);
      throw new Error('complaints possibly not registered', { cause });
    }
  }
}
